package dev.goldenrod.sequence;

/** Everything that can happen, and how often beside the others. */
enum Op {
  REGISTER_VERSION(6, GoldenActs::register),
  SHARE(5, GoldenActs::share),
  UNSHARE(1, GoldenActs::unshare),
  DELETE_GOLDEN(2, GoldenActs::delete),
  CREATE_SOURCE(3, GoldenActs::createSource),
  DELETE_SOURCE(1, GoldenActs::deleteSource),
  START_IMPORT(6, GoldenActs::startImport),
  FORGET_IMPORT(3, GoldenActs::forgetImport),
  CREATE_POOL(2, PoolActs::create),
  RETARGET_POOL(2, PoolActs::retarget),
  DELETE_POOL(1, PoolActs::delete),
  LAUNCH(20, InstanceActs::launch),
  DESTROY(5, InstanceActs::destroy),
  RESET(4, InstanceActs::reset),
  REFRESH(4, InstanceActs::refresh),
  EXTEND(3, InstanceActs::extend),
  CREDENTIALS(4, InstanceActs::credentials),
  CHANGE_QUOTA(2, MemberActs::changeQuota),
  DISABLE(1, MemberActs::disable),
  ENABLE(3, MemberActs::enable),
  REMOVE(1, MemberActs::remove),
  CREATE_TOKEN(1, MemberActs::createToken),
  CREATE_INVITE(1, MemberActs::createInvite),
  REVOKE_INVITE(1, MemberActs::revokeInvite),
  CREATE_CLUSTER(1, MemberActs::createCluster),
  DELETE_CLUSTER(1, MemberActs::deleteCluster),
  RUN(40, Faults::run),
  ADVANCE(15, Faults::advance),
  DIE_WHILE_RUNNING(6, Faults::dieWhileRunning),
  RESTART_SERVER(2, Faults::restartServer),
  RESTART_DATA_PLANE(2, Faults::restartDataPlane),
  GO_OFFLINE(2, Faults::goOffline),
  COME_ONLINE(5, Faults::comeOnline),
  FAIL_NEXT_CLONE(2, Faults::failNextClone),
  BLOCK_CLONES(1, Faults::blockClones),
  UNBLOCK_CLONES(2, Faults::unblockClones),
  HOLD_CLONES(1, Faults::holdClones),
  RELEASE_CLONES(2, Faults::releaseClones),
  HOLD_REMOVALS(1, Faults::holdRemovals),
  RELEASE_REMOVALS(2, Faults::releaseRemovals),
  KILL_CLONE(3, Faults::killClone),
  HOLD_IMPORTS(2, Faults::holdImports),
  RELEASE_IMPORTS(3, Faults::releaseImports),
  FAIL_STEP(2, Faults::failStep),
  WARN_AT_STEP(1, Faults::warnAtStep);

  private final int weight;
  private final Act act;

  Op(int weight, Act act) {
    this.weight = weight;
    this.act = act;
  }

  int weight() {
    return weight;
  }

  Act act() {
    return act;
  }

  /** Whether a member asks for it, rather than the servers or fate. */
  boolean isCall() {
    return compareTo(RUN) < 0;
  }
}
