// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpDeposit} from "./interfaces/IOabpDeposit.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @title OabpDeposit
/// @notice The implementation behind every deposit address; see IOabpDeposit. Deployed by OabpPay's constructor.
contract OabpDeposit is IOabpDeposit {
    using SafeERC20 for IERC20;

    IERC20 private immutable TOKEN;
    address private immutable PAY_CONTRACT;

    modifier onlyPayContract() {
        if (msg.sender != PAY_CONTRACT) revert CallerIsNotPayContract(msg.sender);
        _;
    }

    /// @param token The settlement token. The pay contract is the deployer.
    constructor(address token) {
        TOKEN = IERC20(token);
        PAY_CONTRACT = msg.sender;
    }

    /// @inheritdoc IOabpDeposit
    function payLeg(address to, uint256 amount) external onlyPayContract {
        TOKEN.safeTransfer(to, amount);
    }

    /// @inheritdoc IOabpDeposit
    function refund() external onlyPayContract returns (uint256 amount) {
        amount = TOKEN.balanceOf(address(this));
        TOKEN.safeTransfer(_refundTo(), amount);
    }

    /// @inheritdoc IOabpDeposit
    function rescue(address asset) external onlyPayContract returns (uint256 amount) {
        if (asset == address(0)) {
            amount = address(this).balance;
            Address.sendValue(payable(_refundTo()), amount);
        } else {
            amount = IERC20(asset).balanceOf(address(this));
            IERC20(asset).safeTransfer(_refundTo(), amount);
        }
    }

    /// @inheritdoc IOabpDeposit
    function arguments()
        public
        view
        returns (bytes32 digest, bytes32 legsHash, address refundTo, uint64 refundAfter)
    {
        return abi.decode(Clones.fetchCloneArgs(address(this)), (bytes32, bytes32, address, uint64));
    }

    function _refundTo() private view returns (address refundTo) {
        (,, refundTo,) = arguments();
    }
}
