// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {Test} from "forge-std/Test.sol";

/// Records what the last call cost. Without further ado that is its execution, with the storage cold, below a ceiling. With
/// GAS_TRANSACTIONS=true and `forge test --isolate`, where each call is a transaction of its own, it is the whole transaction:
/// 21,000, the calldata, every account cold, refunds of gas deducted.
abstract contract GasRecorder is Test {
    function record(string memory group, string memory name, uint256 ceiling) internal {
        if (vm.envOr("GAS_TRANSACTIONS", false)) {
            vm.snapshotGasLastCall(string.concat(group, ".transactions"), name);
        } else {
            assertLe(vm.snapshotGasLastCall(group, name), ceiling, name);
        }
    }
}
