package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.RunningDatabases;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class CredentialResetTest extends DatabasesFixture {
  @Test
  void a_database_runs_on_when_its_login_no_longer_works_and_says_so_until_a_reset() {
    create("shop");
    settle();
    Credentials former = login("shop");
    plane.changePassword(former, "my own");
    settle();
    Database told = databases.find(ada, "shop");
    assertThat(told.phase()).isEqualTo(DatabasePhase.RUNNING);
    assertThat(told.status().message()).contains("no longer works", "credentials/reset");

    Credentials next = databases.resetCredentials(ada, "shop");
    settle();

    assertThat(databases.find(ada, "shop").status().message()).isEmpty();
    assertThat(login("shop")).isEqualTo(next).isNotEqualTo(former);
    plane.write(next, "tea");
    assertThatThrownBy(() -> plane.read(former)).isInstanceOf(DataPlaneException.class);
    assertThat(audited()).containsExactly("database.created", "database.credentials.reset");
  }

  @Test
  void an_instance_stays_ready_and_says_so_until_a_reset_that_keeps_its_data() {
    control
        .goldens()
        .register(ada, new Goldens.RegisterVersion("shop", Substrate.POSTGRES, "", "volume", 0));
    Instance launched =
        control
            .instances()
            .launch(ada, Instances.Launch.latest("shop", new Ttl(Duration.ofHours(1))));
    settle();
    Credentials former = control.instances().credentials(ada, launched.id());
    plane.write(former, "tea");
    plane.changePassword(former, "my own");
    settle();
    Instance told = control.instances().find(ada, launched.id());
    assertThat(told.phase()).isEqualTo(InstancePhase.READY);
    assertThat(told.status().message()).contains("no longer works", "credentials/reset");

    Credentials next = control.instances().resetCredentials(ada, launched.id());
    settle();

    assertThat(control.instances().find(ada, launched.id()).status().message()).isEmpty();
    assertThat(plane.read(next)).isEqualTo("tea");
    assertThat(control.auditLog().list(ada, 100, null))
        .extracting(AuditEvent::action)
        .contains("instance.credentials.reset");
  }

  @Test
  void a_restart_lets_clients_in_by_the_credentials_they_know() {
    create("shop");
    settle();
    Credentials login = login("shop");
    plane.changePassword(login, "my own");

    databases.restart(ada, "shop");
    settle();

    plane.write(login, "tea");
    assertThat(databases.find(ada, "shop").status().message()).isEmpty();
  }

  @Test
  void what_the_data_plane_refuses_is_told_and_the_attempt_is_audited() {
    create("shop");
    settle();
    plane.killDatabase(databases.find(ada, "shop").id());

    refused(
        ErrorCode.CONFLICT_BECAUSE,
        "the credentials of database 'shop' were not reset: its server is not running",
        () -> databases.resetCredentials(ada, "shop"));

    databases.stop(ada, "shop");
    settle();
    refused(
        ErrorCode.CONFLICT_BECAUSE,
        "database 'shop' is stopped; its credentials can be reset only while it is running",
        () -> databases.resetCredentials(ada, "shop"));
    assertThat(audited()).containsOnlyOnce("database.credentials.reset");
  }

  @Test
  void a_reset_during_which_the_data_plane_was_lost_may_have_been_made() {
    create("shop");
    settle();
    Credentials former = login("shop");
    control.close();
    open(losingResets());

    refused(
        ErrorCode.OUTCOME_UNKNOWN,
        "the credentials of database 'shop' may have been reset: cut off",
        () -> databases.resetCredentials(ada, "shop"));
    assertThat(login("shop")).isNotEqualTo(former);
  }

  /** Returns a data plane whose connection is lost after it has reset credentials. */
  private DataPlane losingResets() {
    return proxy(
        DataPlane.class,
        (self, method, arguments) -> {
          Object answer = method.invoke(plane, arguments);
          return answer instanceof RunningDatabases running ? losingResets(running) : answer;
        });
  }

  private static RunningDatabases losingResets(RunningDatabases running) {
    return proxy(
        RunningDatabases.class,
        (self, method, arguments) -> {
          Object answer = method.invoke(running, arguments);
          if (method.getName().equals("resetCredentials")) {
            throw new DataPlaneUnreachableException("cut off");
          }
          return answer;
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @Test
  void the_owner_alone_resets() {
    Actor eve = member("eve@example.com");
    databases.create(eve, postgres("hers"));
    settle();

    refused(
        ErrorCode.FORBIDDEN,
        "only the owner may use the credentials of database 'hers'",
        () -> databases.resetCredentials(ada, "hers"));
  }

  private static void refused(ErrorCode code, String message, Executable attempt) {
    ControlPlaneException refusal = refusal(attempt);
    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal).hasMessageContaining(message);
  }

  @Test
  void a_login_that_cannot_be_told_hides_no_other() {
    Database lost = create("lost");
    Database shop = create("shop");
    settle();
    plane.refuseCredentials(lost.id()::equals, "its password is lost");

    assertThat(databases.logins(databases.list(ada))).containsOnlyKeys(shop.id());
  }
}
