// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IERC8004Identity, IERC8004Reputation} from "../../src/interfaces/IERC8004.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// Behaves as the reference ERC-8004 identity registry does: ids from 0, the registrant is owner and wallet, the
/// wallet is forgotten when the token moves.
contract IdentityStandIn is ERC721("AgentIdentity", "AGENT"), IERC8004Identity {
    mapping(uint256 agentId => address wallet) public getAgentWallet;
    uint256 private next;

    function register() external returns (uint256 agentId) {
        agentId = next++;
        getAgentWallet[agentId] = msg.sender;
        _mint(msg.sender, agentId);
    }

    /// The real one wants the wallet's signature; the tests call it for wallets that agree.
    function setAgentWallet(uint256 agentId, address wallet) external {
        require(ownerOf(agentId) == msg.sender, "not the owner");
        getAgentWallet[agentId] = wallet;
    }

    function ownerOf(uint256 agentId) public view override(ERC721, IERC8004Identity) returns (address) {
        return super.ownerOf(agentId);
    }

    function isAuthorizedOrOwner(address account, uint256 agentId) external view returns (bool) {
        return _isAuthorized(ownerOf(agentId), account, agentId);
    }

    function _update(address to, uint256 agentId, address auth) internal override returns (address from) {
        from = super._update(to, agentId, auth);
        if (from != address(0)) delete getAgentWallet[agentId];
    }
}

struct Feedback {
    uint256 agentId;
    address client;
    int128 value;
    uint8 valueDecimals;
    string tag1;
    string tag2;
    string endpoint;
    string feedbackURI;
    bytes32 feedbackHash;
}

/// Behaves as the reference ERC-8004 reputation registry does for what is called of it.
contract ReputationStandIn is IERC8004Reputation {
    IdentityStandIn private immutable IDENTITY;
    Feedback[] private given;

    constructor(IdentityStandIn identity) {
        IDENTITY = identity;
    }

    function giveFeedback(
        uint256 agentId,
        int128 value,
        uint8 valueDecimals,
        string memory tag1,
        string memory tag2,
        string memory endpoint,
        string memory feedbackURI,
        bytes32 feedbackHash
    ) external {
        require(valueDecimals <= 18, "too many decimals");
        require(value >= -1e38 && value <= 1e38, "value too large");
        require(!IDENTITY.isAuthorizedOrOwner(msg.sender, agentId), "Self-feedback not allowed");
        Feedback storage f = given.push();
        (f.agentId, f.client, f.value, f.valueDecimals) = (agentId, msg.sender, value, valueDecimals);
        (f.tag1, f.tag2, f.endpoint, f.feedbackURI) = (tag1, tag2, endpoint, feedbackURI);
        f.feedbackHash = feedbackHash;
    }

    function getIdentityRegistry() external view returns (address) {
        return address(IDENTITY);
    }

    function count() external view returns (uint256) {
        return given.length;
    }

    function feedback(uint256 i) external view returns (Feedback memory) {
        return given[i];
    }
}

/// An identity registry after an upgrade by somebody who means harm.
contract HostileIdentity is IERC8004Identity {
    enum Mood {
        Reverts,
        Loops,
        Floods,
        Dirty,
        Empty
    }

    Mood public mood;
    address private immutable CLAIMED;

    constructor(address claimed) {
        CLAIMED = claimed;
    }

    function set(Mood mood_) external {
        mood = mood_;
    }

    function ownerOf(uint256) external view returns (address) {
        return misbehave();
    }

    function getAgentWallet(uint256) external view returns (address) {
        return misbehave();
    }

    function misbehave() private view returns (address) {
        address claimed = CLAIMED;
        Mood m = mood;
        if (m == Mood.Reverts) revert("upgraded");
        while (m == Mood.Loops) {}
        assembly ("memory-safe") {
            mstore(0, claimed)
            if eq(m, 2) { return(0, 30000) } // much, but well formed
            mstore(0, or(claimed, shl(160, 1)))
            if eq(m, 3) { return(0, 32) } // no address
            return(0, 31) // less than a word
        }
    }
}
