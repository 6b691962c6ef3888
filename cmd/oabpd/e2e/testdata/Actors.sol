// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// One call of a bundle.
struct Call {
    address to;
    bytes data;
}

/// A contract wallet: does what its owner says, and takes its owner's plain signature for any hash (ERC-1271).
contract Wallet {
    address private immutable OWNER;

    constructor(address owner) {
        OWNER = owner;
    }

    function execute(Call[] calldata calls) external {
        require(msg.sender == OWNER, "not the owner");
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = calls[i].to.call(calls[i].data);
            require(ok, string(reason));
        }
    }

    function isValidSignature(bytes32 hash, bytes calldata sig) external view returns (bytes4) {
        if (sig.length != 65) return 0xffffffff;
        uint8 v = uint8(sig[64]);
        address signer = ecrecover(hash, v < 27 ? v + 27 : v, bytes32(sig[0:32]), bytes32(sig[32:64]));
        return signer != address(0) && signer == OWNER ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// Makes calls of anybody in one transaction, and forges the pay contract's event.
contract Bundler {
    event InstructionPaid(bytes32 indexed digest, address indexed to, uint256 amount, address payer);

    function run(Call[] calldata calls) external {
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = calls[i].to.call(calls[i].data);
            require(ok, string(reason));
        }
    }

    function forge(bytes32 digest, address payee, uint256 amount, address payer) external {
        emit InstructionPaid(digest, payee, amount, payer);
    }
}

/// A contract wallet whose owner may change, and whose yes may come in wrong forms.
contract ModalWallet {
    enum Form {
        Plain,
        Reverts,
        Nothing,
        FourBytes,
        Dirty,
        Flood,
        Burns,
        Always
    }

    address public owner;
    Form private immutable FORM;

    constructor(address owner_, Form form) {
        owner = owner_;
        FORM = form;
    }

    function setOwner(address next) external {
        require(msg.sender == owner, "not the owner");
        owner = next;
    }

    /// The first 65 bytes are the owner's signature; wallets of passkeys and committees have more.
    function isValidSignature(bytes32 hash, bytes calldata sig) external view returns (bytes4) {
        if (FORM == Form.Always) return 0x1626ba7e;
        if (sig.length < 65) return 0xffffffff;
        uint8 v = uint8(sig[64]);
        address signer = ecrecover(hash, v < 27 ? v + 27 : v, bytes32(sig[0:32]), bytes32(sig[32:64]));
        if (signer == address(0) || signer != owner) return 0xffffffff;
        require(FORM != Form.Reverts, "no");
        bytes32 word = bytes32(bytes4(0x1626ba7e));
        uint256 size = 32;
        if (FORM == Form.Nothing) size = 0;
        if (FORM == Form.FourBytes) size = 4;
        if (FORM == Form.Dirty) word |= bytes32(uint256(1));
        if (FORM == Form.Flood) size = 100_000;
        if (FORM == Form.Burns) {
            uint256 start = gasleft();
            while (start - gasleft() < 199_000) {}
        }
        assembly ("memory-safe") {
            mstore(0, word)
            return(0, size)
        }
    }
}

/// Makes wallets at addresses that are known before, and floods or burns if asked to.
contract WalletFactory {
    function make(address owner, ModalWallet.Form form, bytes32 salt) external returns (address) {
        return address(new ModalWallet{salt: salt}(owner, form));
    }

    function burn() external pure {
        while (true) {}
    }

    function flood() external pure {
        assembly ("memory-safe") {
            return(0, 500000)
        }
    }

    function fails() external pure {
        revert("not today");
    }
}
