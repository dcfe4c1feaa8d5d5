package dev.goldenrod.sequence;

import java.util.List;

/** All operations, each with its relative frequency. */
enum Operation {
  REGISTER_VERSION(6, GoldenOperations::register),
  SHARE(5, GoldenOperations::share),
  UNSHARE(1, GoldenOperations::unshare),
  DELETE_GOLDEN(2, GoldenOperations::delete),
  CREATE_SOURCE(3, GoldenOperations::createSource),
  DELETE_SOURCE(1, GoldenOperations::deleteSource),
  START_IMPORT(6, GoldenOperations::startImport),
  DELETE_IMPORT(3, GoldenOperations::deleteImport),
  CREATE_POOL(2, PoolOperations::create),
  RESIZE_POOL(2, PoolOperations::resize),
  DELETE_POOL(1, PoolOperations::delete),
  LAUNCH(20, InstanceOperations::launch),
  DELETE(5, InstanceOperations::delete),
  RESET(4, InstanceOperations::reset),
  REFRESH(4, InstanceOperations::refresh),
  EXTEND(3, InstanceOperations::extend),
  CREDENTIALS(4, InstanceOperations::credentials),
  CHANGE_QUOTA(2, MemberOperations::changeQuota),
  DISABLE(1, MemberOperations::disable),
  ENABLE(3, MemberOperations::enable),
  REMOVE(1, MemberOperations::remove),
  CREATE_TOKEN(1, MemberOperations::createToken),
  CREATE_INVITE(1, MemberOperations::createInvite),
  REVOKE_INVITE(1, MemberOperations::revokeInvite),
  CREATE_CLUSTER(1, MemberOperations::createCluster),
  DELETE_CLUSTER(1, MemberOperations::deleteCluster),
  RUN(40, Faults::run),
  ADVANCE(15, Faults::advance),
  DIE_WHILE_RUNNING(6, Faults::dieWhileRunning),
  RESTART_SERVER(2, Faults::restartServer),
  RESTART_DATA_PLANE(2, Faults::restartDataPlane),
  GO_OFFLINE(2, Faults::goOffline),
  COME_ONLINE(5, Faults::comeOnline),
  DETACH(2, Faults::detach),
  ATTACH(4, Faults::attach),
  FAIL_NEXT_CLONE(2, Faults::failNextDatabase),
  BLOCK_CLONES(1, Faults::blockDatabases),
  UNBLOCK_CLONES(2, Faults::unblockDatabases),
  HOLD_CLONES(1, Faults::holdDatabases),
  RELEASE_CLONES(2, Faults::releaseDatabases),
  HOLD_REMOVALS(1, Faults::holdRemovals),
  RELEASE_REMOVALS(2, Faults::releaseRemovals),
  KILL_CLONE(3, Faults::killDatabase),
  HOLD_IMPORTS(2, Faults::holdImports),
  RELEASE_IMPORTS(3, Faults::releaseImports),
  FAIL_STEP(2, Faults::failStep),
  WARN_AT_STEP(1, Faults::warnAtStep);

  private final int weight;
  private final Action action;

  Operation(int weight, Action action) {
    this.weight = weight;
    this.action = action;
  }

  int weight() {
    return weight;
  }

  Action action() {
    return action;
  }

  /** Returns whether a member requests the operation, rather than servers or faults. */
  boolean isCall() {
    return compareTo(RUN) < 0;
  }

  @FunctionalInterface
  interface Action {
    /**
     * Performs the operation.
     *
     * @param what selects the target
     * @param who selects the member or server
     * @return the expected audit events, except those derived from changed instances and ended
     *     imports
     */
    List<String> in(Simulation simulation, int what, int who);
  }
}
