// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpVote} from "../../../../src/interfaces/IOabpVote.sol";
import {Outcome} from "../../../../src/types/Vote.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Vm} from "forge-std/Vm.sol";

/// What the logs of the vote contract say, and nothing else: the state is rebuilt here from the promises of the events.
contract VoteStore {
    struct Stake {
        uint256 settled;
        uint256 recent;
        uint256 recentAt;
        uint256 availableAt;
        uint256 winnings;
    }

    struct Addition {
        uint256 at;
        uint256 amount;
    }

    struct Poll {
        bool opened;
        uint256 commitBy;
        uint256 revealBy;
        uint256 stakedBefore;
        uint256 voters;
        uint256 weight;
        bool tallied;
        Outcome outcome;
        address winner;
        uint256 topAtTally;
        uint256 pool;
        uint256 drawn;
    }

    struct Vote {
        uint256 committedAt;
        bool revealed;
        address choice;
        uint256 weight;
        uint256 lost;
        uint256 won;
        bool slashed;
    }

    mapping(address => Stake) public stakes;
    mapping(address => Addition[]) private additions;
    mapping(bytes32 mission => mapping(uint8 poll => Poll)) private polls;
    mapping(bytes32 mission => mapping(uint8 poll => mapping(address => Vote))) public votes;
    mapping(bytes32 mission => mapping(uint8 poll => mapping(address choice => uint256))) public weights;

    uint256 public lateReveals; // revealed outside the window, or not committed before
    uint256 public secondVotes;
    uint256 public secondTallies;

    function pollOf(bytes32 mission, uint8 poll) external view returns (Poll memory) {
        return polls[mission][poll];
    }

    function addedBefore(address who, uint256 moment) external view returns (uint256 total) {
        Addition[] storage list = additions[who];
        for (uint256 i; i < list.length; ++i) {
            if (list[i].at < moment) total += list[i].amount;
        }
    }

    function fold(Vm.Log[] memory logs, address emitter) external {
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter != emitter) continue;
            bytes32 kind = logs[i].topics[0];
            if (kind == IOabpVote.VoteStaked.selector) _staked(logs[i]);
            else if (kind == IOabpVote.VoteUnstakeRequested.selector) _notice(logs[i]);
            else if (kind == IOabpVote.VoteUnstaked.selector) _unstaked(logs[i]);
            else if (kind == IOabpVote.WinningsWithdrawn.selector) _withdrawn(logs[i]);
            else if (kind == IOabpVote.VoteOpened.selector) _opened(logs[i]);
            else if (kind == IOabpVote.VoteCommitted.selector) _committed(logs[i]);
            else if (kind == IOabpVote.VoteRevealed.selector) _revealed(logs[i]);
            else if (kind == IOabpVote.VoteTallied.selector) _tallied(logs[i]);
            else if (kind == IOabpVote.StakeSettled.selector) _settled(logs[i]);
            else revert("unknown event");
        }
    }

    function address_(bytes32 topic) private pure returns (address) {
        return address(uint160(uint256(topic)));
    }

    function _staked(Vm.Log memory log) private {
        address who = address_(log.topics[1]);
        uint256 amount = abi.decode(log.data, (uint256));
        Stake storage s = stakes[who];
        if (block.timestamp >= s.recentAt + 15 days) {
            s.settled += s.recent;
            s.recent = 0;
        }
        s.recent += amount;
        s.recentAt = block.timestamp;
        additions[who].push(Addition(block.timestamp, amount));
    }

    function _notice(Vm.Log memory log) private {
        stakes[address_(log.topics[1])].availableAt = abi.decode(log.data, (uint256));
    }

    function _unstaked(Vm.Log memory log) private {
        address who = address_(log.topics[1]);
        Stake storage s = stakes[who];
        require(s.settled + s.recent == abi.decode(log.data, (uint256)), "unstaked another amount");
        (s.settled, s.recent, s.recentAt, s.availableAt) = (0, 0, 0, 0);
        delete additions[who];
    }

    function _withdrawn(Vm.Log memory log) private {
        Stake storage s = stakes[address_(log.topics[1])];
        require(s.winnings == abi.decode(log.data, (uint256)), "withdrew another amount");
        s.winnings = 0;
    }

    function _opened(Vm.Log memory log) private {
        Poll storage p = polls[log.topics[1]][uint8(uint256(log.topics[2]))];
        require(!p.opened, "opened twice");
        p.opened = true;
        (p.commitBy, p.revealBy, p.stakedBefore,) = abi.decode(log.data, (uint256, uint256, uint256, bytes32));
    }

    function _committed(Vm.Log memory log) private {
        uint8 poll = uint8(uint256(abi.decode(log.data, (bytes32))));
        Vote storage v = votes[log.topics[1]][poll][address_(log.topics[2])];
        if (v.committedAt != 0) ++secondVotes;
        v.committedAt = block.timestamp;
    }

    function _revealed(Vm.Log memory log) private {
        (uint8 poll, address choice, uint256 weight) = abi.decode(log.data, (uint8, address, uint256));
        Poll storage p = polls[log.topics[1]][poll];
        Vote storage v = votes[log.topics[1]][poll][address_(log.topics[2])];
        bool inTime = block.timestamp >= p.commitBy && block.timestamp < p.revealBy;
        if (!inTime || v.committedAt == 0 || v.committedAt >= p.commitBy) ++lateReveals;
        if (v.revealed) ++secondVotes;
        (v.revealed, v.choice, v.weight) = (true, choice, weight);
        ++p.voters;
        p.weight += weight;
        weights[log.topics[1]][poll][choice] += weight;
    }

    function _tallied(Vm.Log memory log) private {
        (uint8 poll, uint256 top,, Outcome outcome) = abi.decode(log.data, (uint8, uint256, bool, Outcome));
        Poll storage p = polls[log.topics[1]][poll];
        if (p.tallied) ++secondTallies;
        (p.tallied, p.outcome, p.winner, p.topAtTally) = (true, outcome, address_(log.topics[2]), top);
    }

    function _settled(Vm.Log memory log) private {
        address who = address_(log.topics[2]);
        (uint8 poll, int256 delta) = abi.decode(log.data, (uint8, int256));
        Poll storage p = polls[log.topics[1]][poll];
        Vote storage v = votes[log.topics[1]][poll][who];
        Stake storage s = stakes[who];
        if (delta > 0) {
            v.won += SafeCast.toUint256(delta);
            p.drawn += SafeCast.toUint256(delta);
            s.winnings += SafeCast.toUint256(delta);
            return;
        }
        require(!v.slashed, "slashed twice");
        v.slashed = true;
        uint256 loss = SafeCast.toUint256(-delta);
        v.lost = loss;
        p.pool += loss;
        uint256 fromRecent = loss < s.recent ? loss : s.recent;
        s.recent -= fromRecent;
        s.settled -= loss - fromRecent;
    }
}
