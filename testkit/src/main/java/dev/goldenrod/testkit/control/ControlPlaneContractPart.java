package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.ControlPlaneBuilder;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Sources;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.source.Source;
import dev.goldenrod.testing.MutableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A part of {@link ControlPlaneContract} with common helpers. The control plane runs in the test's
 * thread with a controlled clock.
 */
public abstract class ControlPlaneContractPart {
  static final Duration ORPHAN_GRACE = Duration.ofHours(1);

  private static final Duration POLL = Duration.ofMillis(2);

  final MutableClock clock = new MutableClock();
  Store store;
  DataPlane dataPlane;
  ControlPlane control;
  Actor admin;
  Actor ada;
  Actor bob;

  /** Finds the adapter, which is the enclosing test instance. */
  @RegisterExtension
  final BeforeEachCallback adapterLifecycle =
      context ->
          adapter =
              context
                  .getRequiredTestInstances()
                  .findInstance(ControlPlaneFixture.class)
                  .orElseThrow();

  private ControlPlaneFixture adapter;

  @BeforeEach
  final void build() {
    store = adapter.openStore();
    dataPlane = adapter.openDataPlane();
    control = builder().build();
    admin = control.admin();
    ada = join("ada@example.com");
    bob = join("bob@example.com");
  }

  @AfterEach
  final void closeAll() throws Exception {
    for (AutoCloseable part : Arrays.asList(control, dataPlane, store)) {
      if (part != null) {
        part.close();
      }
    }
    adapter.cleanUp();
  }

  final ControlPlaneFixture adapter() {
    return adapter;
  }

  final ControlPlaneBuilder builder() {
    return ControlPlane.builder()
        .store(store)
        .dataPlane(dataPlane)
        .clock(clock)
        .orphanGrace(ORPHAN_GRACE)
        .serverName("server");
  }

  private Actor join(String email) {
    UUID id = UUID.randomUUID();
    User user =
        new User(id, admin.orgId(), email, "", Role.USER, UserStatus.ACTIVE, null, clock.instant());
    store.useTransaction(tx -> tx.users().insert(user));
    return new Actor(id, admin.orgId(), Role.USER);
  }

  final String address(Actor actor) {
    return store
        .inTransaction(tx -> tx.users().find(actor.orgId(), actor.userId()))
        .orElseThrow()
        .email();
  }

  /** Runs due work until the condition holds, while real time and the clock advance. */
  final <T> T until(String what, Supplier<T> look, Predicate<? super T> condition) {
    return Awaitility.await(what)
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(POLL)
        .atMost(adapter.patience())
        .until(
            () -> {
              control.runDueOnce();
              clock.advance(POLL);
              return look.get();
            },
            condition);
  }

  final Instance untilPhase(InstancePhase phase, UUID id) {
    return until(
        "instance is " + phase,
        () -> control.instances().find(admin, id),
        now -> now.phase() == phase);
  }

  final ImportJob untilEnded(UUID importId) {
    return until(
        "import has ended",
        () -> control.imports().find(admin, importId),
        job -> job.phase().isTerminal());
  }

  final void untilGone(UUID instanceId) {
    until("instance is gone", () -> exists(instanceId), exists -> !exists);
  }

  final boolean exists(UUID instanceId) {
    return control.instances().list(admin).stream().anyMatch(one -> one.id().equals(instanceId));
  }

  /** Registers the next version of a golden and shares it with everyone. */
  final Goldens.RegisteredVersion register(String golden) {
    Goldens.RegisteredVersion version =
        control
            .goldens()
            .register(
                admin,
                new Goldens.RegisterVersion(golden, Substrate.POSTGRES, "", adapter.handle(), 0));
    control.goldens().share(admin, version.goldenId(), true);
    return version;
  }

  final Instance launch(Actor owner, String golden) {
    return control
        .instances()
        .launch(owner, new Instances.Launch(golden, InstanceSize.SMALL, Ttl.parse("8h"), 0));
  }

  final Instance launchReady(Actor owner, String golden) {
    return untilPhase(InstancePhase.READY, launch(owner, golden).id());
  }

  final Source createSource() {
    return control.sources().create(admin, adapter.source());
  }

  /** Creates a copy of the adapter's source with a host that does not exist. */
  final Source createUnreachableSource() {
    Sources.Create given = adapter.source();
    Map<String, @Nullable Object> config = new HashMap<>(given.config());
    config.put("host", "no-such-source.invalid");
    return control
        .sources()
        .create(admin, new Sources.Create(given.kind(), config, given.scopedCredsRef()));
  }

  final ImportJob startImport(Source source, String golden) {
    return control.imports().start(admin, new Imports.Start(source.id(), golden, null));
  }

  /** Returns the audit events as {@code action target}, oldest first. */
  final List<String> audited() {
    List<AuditEvent> events = control.auditLog().list(admin, 1000, null);
    List<String> lines =
        new ArrayList<>(
            events.stream().map(event -> event.action() + " " + event.target()).toList());
    Collections.reverse(lines);
    return lines;
  }

  static void assertRefused(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ControlPlaneException.class,
            refused -> {
              if (refused.code() != code) {
                throw new AssertionError(
                    "refused with " + refused.code() + ", not " + code, refused);
              }
            });
  }

  static void assertRefused(ErrorCode code, String message, ThrowingCallable call) {
    assertRefused(code, call);
    assertThatThrownBy(call).hasMessage(message);
  }
}
