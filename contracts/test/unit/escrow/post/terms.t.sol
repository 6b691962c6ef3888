// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {Layout, MissionTerms, VerificationType} from "../../../../src/types/Mission.sol";
import {OracleList} from "../../../mocks/Oracles.sol";
import {EscrowBase} from "../EscrowBase.sol";
import {MoneyRules} from "../MoneyRules.sol";

/// Every rule of MissionTerms, with the nearest terms that keep it.
contract TermsTest is EscrowBase {
    function refuse(MissionTerms memory t, bytes memory reason) private {
        vm.prank(poster);
        vm.expectRevert(reason);
        escrow.post(t, "");
    }

    function accept(MissionTerms memory t) private {
        t.salt = posted.length + 1;
        post(t);
    }

    function test_RefundTo() public {
        address[3] memory forbidden = [address(0), address(usdc), address(escrow)];
        for (uint256 i; i < forbidden.length; ++i) {
            MissionTerms memory t = someTerms();
            t.refundTo = forbidden[i];
            refuse(t, abi.encodeWithSelector(IOabpEscrow.ForbiddenReceiver.selector, forbidden[i]));
        }
    }

    function test_TimesAscend() public {
        MissionTerms memory t = someTerms();
        t.submitBy = NOW;
        refuse(t, abi.encodeWithSelector(IOabpEscrow.TimesNotAscending.selector, NOW, NOW, JUDGE_BY));
        t.submitBy = NOW + 1;
        accept(t);
        t.submitBy = t.judgeBy;
        refuse(t, abi.encodeWithSelector(IOabpEscrow.TimesNotAscending.selector, NOW, JUDGE_BY, JUDGE_BY));
        t.submitBy = t.judgeBy - 1;
        accept(t);
    }

    /// Findings 15, 18: time for the appeal and the ruling lies between the last award and the first refund.
    function test_RefundNotTooEarly() public {
        MissionTerms memory t = appealTerms();
        uint40 earliest = JUDGE_BY + APPEAL_WINDOW + RULE_WINDOW;
        uint40 latest = NOW + 366 days;
        t.refundAt = earliest - 1;
        refuse(
            t,
            abi.encodeWithSelector(IOabpEscrow.RefundTimeOutOfRange.selector, earliest - 1, earliest, latest)
        );
        t.refundAt = earliest;
        accept(t);
    }

    /// Finding 24: no expiry that overflows or never comes.
    function test_RefundNotTooLate() public {
        MissionTerms memory t = someTerms();
        uint256 earliest = uint256(JUDGE_BY) + RULE_WINDOW;
        uint40 latest = NOW + 366 days;
        t.refundAt = latest + 1;
        refuse(
            t, abi.encodeWithSelector(IOabpEscrow.RefundTimeOutOfRange.selector, latest + 1, earliest, latest)
        );
        t.refundAt = type(uint40).max;
        refuse(
            t,
            abi.encodeWithSelector(
                IOabpEscrow.RefundTimeOutOfRange.selector, type(uint40).max, earliest, latest
            )
        );
        t.refundAt = latest;
        accept(t);
        (t.submitBy, t.judgeBy) = (type(uint40).max - 1, type(uint40).max);
        earliest = uint256(type(uint40).max) + RULE_WINDOW;
        refuse(t, abi.encodeWithSelector(IOabpEscrow.RefundTimeOutOfRange.selector, latest, earliest, latest));
    }

    function test_RewardFits() public {
        MissionTerms memory t = withTranches(someTerms(), 1, uint96(type(uint64).max) + 1);
        refuse(t, abi.encodeWithSelector(IOabpEscrow.RewardTooLarge.selector, t.reward, type(uint64).max));
        usdc.mint(poster, type(uint64).max);
        accept(withTranches(t, 1, type(uint64).max));
    }

    function refuseCount(MissionTerms memory t, uint256 min, uint256 max) private {
        refuse(
            t,
            abi.encodeWithSelector(
                IOabpEscrow.TrancheCountOutOfRange.selector, t.tranches.length, t.fees.length, min, max
            )
        );
    }

    /// Findings 19, 40: the number of tranches is bounded.
    function test_TrancheCount() public {
        MissionTerms memory t = withTranches(someTerms(), 16, REWARD);
        accept(t);
        refuseCount(withTranches(t, 17, REWARD), 1, 16);
        t.tranches = new uint96[](0);
        t.fees = new uint96[](0);
        refuseCount(t, 1, 16);
        accept(milestoneTerms(2));
        accept(milestoneTerms(10));
        refuseCount(milestoneTerms(1), 2, 10);
        refuseCount(milestoneTerms(11), 2, 10);
        t = milestoneTerms(3);
        t.fees = new uint96[](2);
        refuseCount(t, 2, 10);
        t.fees = new uint96[](4);
        refuseCount(t, 2, 10);
    }

    /// Findings 19, 40, 42: no tranche so small that its fee vanishes; zero reverts.
    function test_TrancheSize() public {
        MissionTerms memory t = withTranches(someTerms(), 1, 9999);
        refuse(t, abi.encodeWithSelector(IOabpEscrow.TrancheTooSmall.selector, 0, 9999, 10_000));
        t.tranches[0] = t.reward = t.fees[0] = 0;
        refuse(t, abi.encodeWithSelector(IOabpEscrow.TrancheTooSmall.selector, 0, 0, 10_000));
        accept(withTranches(someTerms(), 1, 10_000));
        t = withTranches(someTerms(), 2, REWARD);
        (t.tranches[0], t.tranches[1]) = (REWARD - 9999, 9999);
        t.fees = MoneyRules.fees(t.tranches);
        refuse(t, abi.encodeWithSelector(IOabpEscrow.TrancheTooSmall.selector, 1, 9999, 10_000));
    }

    function test_TranchesSumToTheReward() public {
        for (uint96 i; i < 2; ++i) {
            MissionTerms memory t = withTranches(someTerms(), 3, REWARD);
            t.reward = REWARD - 1 + 2 * i;
            refuse(t, abi.encodeWithSelector(IOabpEscrow.TrancheSumMismatch.selector, REWARD, t.reward));
        }
    }

    /// Decision 5, I7: a fee one unit off passes only if the exact fee is no whole number.
    function test_FeeIsWithinOneUnit() public {
        MissionTerms memory t = withTranches(someTerms(), 2, 100e6);
        (t.tranches[0], t.tranches[1]) = (50e6, 50e6);
        (t.fees[0], t.fees[1]) = (250_001, 249_999);
        refuse(t, abi.encodeWithSelector(IOabpEscrow.FeeOutOfRange.selector, 0, 250_001, 50e6));
        (t.fees[0], t.fees[1]) = (249_999, 250_001);
        refuse(t, abi.encodeWithSelector(IOabpEscrow.FeeOutOfRange.selector, 0, 249_999, 50e6));
        // 249,999.5 and 250,000.5: either may be rounded up.
        (t.tranches[0], t.tranches[1]) = (50e6 - 100, 50e6 + 100);
        (t.fees[0], t.fees[1]) = (249_999, 250_001);
        accept(t);
        (t.fees[0], t.fees[1]) = (250_000, 250_000);
        accept(t);
        (t.fees[0], t.fees[1]) = (250_001, 249_999);
        refuse(t, abi.encodeWithSelector(IOabpEscrow.FeeOutOfRange.selector, 0, 250_001, 50e6 - 100));
    }

    /// The whole fee is rounded down before it is divided, so a client's fee can be a whole unit below its tranche's own:
    /// 102.995 becomes 102, of which 10,400 units get 51 and not 52.
    function test_Given_TheWholeFeeIsRounded_ClientFeesAreTaken() public {
        MissionTerms memory t = withTranches(someTerms(), 2, 20_599);
        (t.tranches[0], t.tranches[1]) = (10_199, 10_400);
        t.fees = MoneyRules.fees(t.tranches);
        assertEq(t.fees[0], 51);
        assertEq(t.fees[1], 51);
        accept(t);
        (t.fees[0], t.fees[1]) = (50, 52);
        accept(t);
        (t.fees[0], t.fees[1]) = (52, 50);
        refuse(t, abi.encodeWithSelector(IOabpEscrow.FeeOutOfRange.selector, 0, 52, 10_199));
        (t.fees[0], t.fees[1]) = (49, 53);
        refuse(t, abi.encodeWithSelector(IOabpEscrow.FeeOutOfRange.selector, 0, 49, 10_199));
    }

    function test_FeesSumToTheFloor() public {
        MissionTerms memory t = withTranches(someTerms(), 2, 100e6);
        (t.tranches[0], t.tranches[1]) = (50e6 - 100, 50e6 + 100);
        (t.fees[0], t.fees[1]) = (250_000, 250_001);
        refuse(t, abi.encodeWithSelector(IOabpEscrow.FeeSumMismatch.selector, 500_001, 500_000));
        (t.fees[0], t.fees[1]) = (249_999, 250_000);
        refuse(t, abi.encodeWithSelector(IOabpEscrow.FeeSumMismatch.selector, 499_999, 500_000));
    }

    function refuseAppeal(MissionTerms memory t) private {
        refuse(
            t,
            abi.encodeWithSelector(
                IOabpEscrow.AppealTermsInvalid.selector, t.arbiter, t.appealWindow, t.appealBond
            )
        );
    }

    function test_AppealTerms() public {
        MissionTerms memory t = appealTerms();
        t.arbiter = address(0);
        refuseAppeal(t);
        t.appealWindow = 0;
        refuseAppeal(t);
        t = appealTerms();
        (t.arbiter, t.appealBond) = (address(0), 0);
        refuseAppeal(t);
        t = appealTerms();
        t.appealWindow = 0;
        refuseAppeal(t);
        t = appealTerms();
        t.appealBond = 9999;
        refuseAppeal(t);
        t.appealBond = uint96(type(uint64).max) + 1;
        refuseAppeal(t);
        t.appealBond = 10_000;
        accept(t);
        t.appealBond = type(uint64).max;
        accept(t);
    }

    function refuseMatch(MissionTerms memory t) private {
        refuse(
            t,
            abi.encodeWithSelector(
                IOabpEscrow.MatchTermsInvalid.selector, t.layout, t.tranches.length, t.arbiter, t.revealWindow
            )
        );
    }

    function test_MatchTerms() public {
        accept(matchTerms(0));
        accept(matchTerms(3 days));
        refuseMatch(matchTerms(3 days + 1));
        refuseMatch(withTranches(matchTerms(0), 2, REWARD));
        MissionTerms memory t = withTranches(matchTerms(0), 2, REWARD);
        t.layout = Layout.Milestones;
        refuseMatch(t);
        t = appealTerms();
        (t.vtype, t.resolver, t.param) = (VerificationType.FirstValidMatch, address(0), sha256(ANSWER));
        refuseMatch(t);
        t = someTerms();
        t.revealWindow = 1;
        refuseMatch(t);
    }

    function test_ResolverOfEachType() public {
        for (uint8 i; i < 4; ++i) {
            MissionTerms memory t = someTerms();
            (t.vtype, t.resolver) = (VerificationType(i), address(0));
            if (t.vtype == VerificationType.FirstValidMatch) {
                accept(t);
            } else {
                refuse(t, abi.encodeWithSelector(IOabpEscrow.ResolverInvalid.selector, t.vtype, address(0)));
            }
        }
        MissionTerms memory vote = someTerms();
        vote.vtype = VerificationType.PeerVote;
        refuse(vote, abi.encodeWithSelector(IOabpEscrow.ResolverInvalid.selector, vote.vtype, judge));
        vote.resolver = address(new OracleList());
        accept(vote);
    }

    /// Findings 17, 36: the list is read at post, and only there. An oracle that is delisted afterwards, or loses its
    /// code, changes nothing; a list that does not answer admits nobody.
    function test_OraclesAreListed() public {
        for (uint256 i; i < 2; ++i) {
            MissionTerms memory t = someTerms();
            t.vtype = i == 0 ? VerificationType.Oracle : VerificationType.FirstValidMatch;
            refuse(t, abi.encodeWithSelector(IOabpEscrow.OracleNotAllowed.selector, judge));
            oracleList.set(judge, true);
            accept(t);
            submit(posted[i], agent, solo(agent));
            oracleList.set(judge, false);
            award(t, 0, agent, solo(agent));
        }
        oracleList.breakDown();
        MissionTerms memory late = someTerms();
        late.vtype = VerificationType.Oracle;
        refuse(late, abi.encodeWithSelector(OracleList.ListBroken.selector));
        accept(someTerms());
    }

    /// I7 for any tranches: the client's fees, by the shared money rules, are always taken; each is within a unit
    /// and together they are the floor.
    function testFuzz_ClientFeesAreTaken(uint64[16] memory amounts, uint8 count) public {
        MissionTerms memory t = someTerms();
        t.tranches = new uint96[](bound(count, 1, 16));
        t.reward = 0;
        for (uint256 i; i < t.tranches.length; ++i) {
            t.tranches[i] = uint96(bound(amounts[i], 10_000, 1e12));
            t.reward += t.tranches[i];
        }
        t.fees = MoneyRules.fees(t.tranches);
        accept(t);
        // Any other distribution with the same sum differs by a unit somewhere; moving two units is always refused.
        uint256 j = t.tranches.length - 1;
        if (j == 0 || t.fees[0] < 2) return;
        (t.fees[0], t.fees[j], t.salt) = (t.fees[0] - 2, t.fees[j] + 2, 0);
        refuse(t, abi.encodeWithSelector(IOabpEscrow.FeeOutOfRange.selector, 0, t.fees[0], t.tranches[0]));
    }
}
