package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.Databases.Branch;
import dev.goldenrod.control.Databases.Create;
import dev.goldenrod.control.Invites.Accept;
import dev.goldenrod.control.Snapshots.Take;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.function.Executable;

/** An in-memory control plane on a fake data plane, with an admin who owns databases. */
abstract class DatabasesFixture {
  final MutableClock clock = new MutableClock(Instant.parse("2026-01-31T10:15:30Z"));
  final FakeDataPlane plane = new FakeDataPlane();
  final InMemoryStore store = new InMemoryStore();
  Settings settings = new Settings(10, 100, 3, Duration.ofSeconds(1));
  Duration orphanGrace = Duration.ofDays(7);
  boolean acceptOlderStore;
  ControlPlane control;
  Actor ada;
  Databases databases;

  @BeforeEach
  void open() {
    open(plane);
    ada = control.admin();
  }

  final void open(DataPlane dataPlane) {
    control =
        ControlPlane.builder()
            .store(store)
            .dataPlane(dataPlane)
            .clock(clock)
            .settings(settings)
            .serverName("one")
            .orphanGrace(orphanGrace)
            .acceptOlderStore(acceptOlderStore)
            .build();
    databases = control.databases();
  }

  @AfterEach
  void close() {
    control.close();
  }

  final Database create(String name) {
    return databases.create(ada, postgres(name));
  }

  static Create postgres(String name) {
    return new Create(name, DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT);
  }

  final Database branch(String of, String name) {
    return databases.branch(ada, of, new Branch(name, "to try"));
  }

  final DatabaseSnapshot take(String of, String name) {
    return control.snapshots().take(ada, of, new Take(name, ""));
  }

  final Credentials login(String name) {
    return databases.credentials(ada, databases.find(ada, name));
  }

  final Actor member(String email) {
    Invites.Created invite = control.invites().create(ada, email, Role.USER, 3600);
    Session session =
        control.invites().accept(new Accept(invite.secret(), "correct horse battery", "Eve"));
    return control.members().authenticate(session.token());
  }

  final void settle() {
    while (control.runDueOnce() > 0) {
      Thread.onSpinWait();
    }
  }

  final void advance() {
    clock.advance(Duration.ofMinutes(5));
    settle();
  }

  /** Returns audited actions on databases, without reads of credentials. */
  final List<String> audited() {
    List<String> actions =
        control.auditLog().list(ada, 100, null).stream()
            .map(AuditEvent::action)
            .filter(action -> action.startsWith("database."))
            .filter(action -> !action.equals("database.credentials.read"))
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.reverse(actions);
    return actions;
  }

  static ControlPlaneException refusal(Executable attempt) {
    return catchThrowableOfType(ControlPlaneException.class, attempt::execute);
  }
}
