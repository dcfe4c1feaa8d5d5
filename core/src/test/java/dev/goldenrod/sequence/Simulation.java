package dev.goldenrod.sequence;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.Store;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Two servers with a common store and data plane, and two organizations: that of the servers, and
 * another one whose only cluster is offline. Deterministic: the state depends on the calls only.
 */
final class Simulation implements AutoCloseable {
  static final int SERVERS = 2;
  private static final long YEAR_OF_SECONDS = 31_536_000;

  final Store rows = new InMemoryStore();
  final MutableClock clock = new MutableClock();
  final List<Member> members = new ArrayList<>();
  final UUID ownOrg;
  final UUID otherOrg = new UUID(2, 0);
  FakeDataPlane dataPlane = new FakeDataPlane();
  boolean online = true;
  private final AtomicLong ids = new AtomicLong();
  private final List<CrashingStore> stores =
      List.of(new CrashingStore(rows), new CrashingStore(rows));
  private final ControlPlane[] servers = new ControlPlane[SERVERS];

  Simulation() {
    restart(0);
    restart(1);
    ownOrg = servers[0].admin().orgId();
    createOtherOrg();
    join(ownOrg, Role.ADMIN);
    join(ownOrg, Role.USER);
    join(ownOrg, Role.USER);
    join(ownOrg, Role.ADMIN);
    join(otherOrg, Role.ADMIN);
    join(otherOrg, Role.USER);
    join(ownOrg, Role.USER);
  }

  private void createOtherOrg() {
    Cluster offline =
        new Cluster(
            newId(),
            otherOrg,
            "elsewhere",
            ClusterKind.AGENT,
            "agent/elsewhere",
            null,
            null,
            clock.instant());
    rows.useTransaction(
        tx -> {
          tx.orgs().insert(new Org(otherOrg, "other", clock.instant()));
          tx.quotas().insert(new Quota(otherOrg, 2, 3));
          tx.quotas().update(new Quota(ownOrg, 2, 5));
          tx.clusters().insert(offline);
        });
  }

  private void join(UUID orgId, Role role) {
    UUID id = newId();
    String email = "member-" + members.size() + "@example.com";
    User user = new User(id, orgId, email, "", role, UserStatus.ACTIVE, null, clock.instant());
    rows.useTransaction(tx -> tx.users().insert(user));
    members.add(new Member(id, orgId, role, ""));
    logIn(members.size() - 1);
  }

  /** Replaces the member's token by a new one; returns the token's id. */
  UUID logIn(int which) {
    Member member = member(which);
    Actor actor = new Actor(member.id(), member.orgId(), member.role());
    Tokens.Created token = servers[0].tokens().create(actor, "script", YEAR_OF_SECONDS);
    members.set(
        members.indexOf(member),
        new Member(member.id(), member.orgId(), member.role(), token.secret()));
    return token.token().id();
  }

  private UUID newId() {
    return new UUID(1, ids.incrementAndGet());
  }

  ControlPlane server(int which) {
    return servers[which % SERVERS];
  }

  Member member(int which) {
    return members.get(which % members.size());
  }

  Actor actor(int which) {
    return server(which).members().authenticate(member(which).token());
  }

  /** Kills the server's process at a transaction of its next reconciliations, and restarts it. */
  void dieWhileRunning(int which, int transactions, boolean afterCommit) {
    CrashingStore store = stores.get(which % SERVERS);
    store.killAfter(transactions, afterCommit);
    try {
      server(which).runDueOnce();
      store.revive();
    } catch (CrashingStore.ServerKilled killed) {
      store.revive();
      restart(which);
    }
  }

  void restart(int which) {
    int index = which % SERVERS;
    if (servers[index] != null) {
      servers[index].close();
    }
    servers[index] =
        ControlPlane.builder()
            .store(stores.get(index))
            .dataPlane(dataPlane)
            .clock(clock)
            .ids(this::newId)
            .serverName("server-" + index)
            .build();
  }

  void restartDataPlane() {
    dataPlane = dataPlane.restarted();
    restart(0);
    restart(1);
  }

  /** Ends all faults, and advances the time until all work is done. */
  void heal() {
    online = true;
    dataPlane.comeOnline();
    dataPlane.unblockDatabases();
    dataPlane.releaseDatabases();
    dataPlane.releaseRemovals();
    dataPlane.releaseImports();
    Arrays.stream(servers).forEach(server -> server.attach(dataPlane));
    for (int round = 0; round < 40; round++) {
      Arrays.stream(servers).forEach(Simulation::settle);
      clock.advance(Duration.ofSeconds(31));
    }
    Arrays.stream(servers).forEach(Simulation::settle);
  }

  private static void settle(ControlPlane server) {
    int looks = 0;
    for (int now = server.runDueOnce(); now > 0; now = server.runDueOnce()) {
      looks += now;
      if (looks > 5_000) {
        throw new AssertionError("the loop is busy though nothing changes");
      }
    }
  }

  @Override
  public void close() {
    Arrays.stream(servers).forEach(ControlPlane::close);
    dataPlane.close();
    rows.close();
  }
}
