package dev.goldenrod.testkit.control;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Settings;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.Store;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract of quotas under concurrent launches on several servers. */
public abstract class QuotaLoadContract {
  private static final int PER_USER = 5;
  private static final int PER_ORG = 8;
  private static final int MEMBERS = 4;
  private static final int LAUNCHES = 200;
  private static final int THREADS = 24;
  private static final Settings CAPS =
      new Settings(PER_USER, PER_ORG, PER_ORG, Duration.ofSeconds(10));

  private final FakeDataPlane dataPlane = new FakeDataPlane();
  private final List<ControlPlane> servers = new ArrayList<>();
  private final List<Actor> members = new ArrayList<>();
  private List<Store> stores = List.of();
  private Actor admin;

  /** Returns the same empty store, opened once per server. */
  protected abstract List<Store> openStores();

  @BeforeEach
  final void build() {
    stores = openStores();
    for (Store store : stores) {
      servers.add(ControlPlane.builder().store(store).dataPlane(dataPlane).settings(CAPS).build());
    }
    admin = servers.get(0).admin();
    for (int i = 0; i < MEMBERS; i++) {
      members.add(join("member-" + i + "@example.com"));
    }
    Goldens goldens = servers.get(0).goldens();
    UUID golden =
        goldens
            .register(admin, new Goldens.RegisterVersion("shop", Substrate.POSTGRES, "", "h", 0))
            .goldenId();
    goldens.share(admin, golden, true);
  }

  private Actor join(String email) {
    UUID id = UUID.randomUUID();
    Instant now = Instant.now();
    User user = new User(id, admin.orgId(), email, "", Role.USER, UserStatus.ACTIVE, null, now);
    stores.get(0).useTransaction(tx -> tx.users().insert(user));
    return new Actor(id, admin.orgId(), Role.USER);
  }

  @AfterEach
  final void close() {
    servers.forEach(ControlPlane::close);
    stores.forEach(Store::close);
  }

  @Test
  void of_200_launches_at_once_exactly_the_allowed_succeed_and_every_other_is_over_the_quota()
      throws Exception {
    List<Optional<ErrorCode>> answers = launchAtOnce(LAUNCHES);

    assertThat(answers).filteredOn(Optional::isEmpty).hasSize(PER_ORG);
    assertThat(answers)
        .filteredOn(Optional::isPresent)
        .hasSize(LAUNCHES - PER_ORG)
        .containsOnly(Optional.of(ErrorCode.QUOTA_EXCEEDED));
    assertRowsWithinCaps();
    assertThat(auditedLaunches()).isEqualTo(PER_ORG);
  }

  @Test
  void a_place_that_was_given_back_is_taken_once() throws Exception {
    launchAtOnce(LAUNCHES / 5);
    servers.get(0).instances().delete(admin, present().get(0).id());

    assertThat(launchAtOnce(LAUNCHES / 5)).filteredOn(Optional::isEmpty).hasSize(1);
    assertRowsWithinCaps();
  }

  private void assertRowsWithinCaps() {
    assertThat(present()).hasSize(PER_ORG);
    assertThat(present().stream().collect(groupingBy(Instance::ownerId, counting())).values())
        .allMatch(count -> count <= PER_USER);
  }

  private List<Instance> present() {
    return servers.get(0).instances().list(admin).stream()
        .filter(one -> one.phase() != InstancePhase.TERMINATING)
        .toList();
  }

  private long auditedLaunches() {
    return servers.get(0).auditLog().list(admin, 1000, null).stream()
        .filter(event -> event.action().equals("instance.launched"))
        .count();
  }

  /** Launches concurrently and returns the error codes; empty for a successful launch. */
  private List<Optional<ErrorCode>> launchAtOnce(int count) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Optional<ErrorCode>>> launches = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ControlPlane server = servers.get(i % servers.size());
        Actor member = members.get(i / servers.size() % MEMBERS);
        launches.add(threads.submit(launch(server, member, start)));
      }
      start.countDown();
      List<Optional<ErrorCode>> answers = new ArrayList<>();
      for (Future<Optional<ErrorCode>> launch : launches) {
        answers.add(launch.get(2, TimeUnit.MINUTES));
      }
      return answers;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Optional<ErrorCode>> launch(
      ControlPlane server, Actor member, CountDownLatch start) {
    return () -> {
      start.await();
      try {
        server
            .instances()
            .launch(member, new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("1h"), 0));
        return Optional.empty();
      } catch (ControlPlaneException refused) {
        return Optional.of(refused.code());
      }
    };
  }
}
