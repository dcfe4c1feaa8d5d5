package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.RunningDatabases;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A data plane that returns connection strings of another engine. */
class CredentialTypesTest extends DatabasesFixture {
  private static final Credentials MYSQL =
      Credentials.of("mysql", "evil.example", 3306, "d", "u", "p", "");

  @Test
  void a_database_is_not_logged_in_to_by_another_engines_driver() {
    Database shop = create("shop");
    settle();
    control.close();
    open(tellingMySql());

    refused("database " + shop.id(), () -> databases.credentials(ada, shop));
    refused("database " + shop.id(), () -> databases.changedCredentials(ada, shop, null));
    refused("database 'shop'", () -> databases.resetCredentials(ada, "shop"));
    assertThat(databases.logins(List.of(shop))).isEmpty();
  }

  @Test
  void an_instance_is_not_logged_in_to_by_another_engines_driver() {
    control
        .goldens()
        .register(ada, new Goldens.RegisterVersion("shop", Substrate.POSTGRES, "", "volume", 0));
    Instance launched =
        control
            .instances()
            .launch(ada, Instances.Launch.latest("shop", new Ttl(Duration.ofHours(1))));
    settle();
    control.close();
    open(tellingMySql());

    String name = "instance " + launched.id();
    refused(name, () -> control.instances().credentials(ada, launched.id()));
    refused(name, () -> control.instances().resetCredentials(ada, launched.id()));
  }

  private static void refused(String name, Executable attempt) {
    ControlPlaneException refusal = refusal(attempt);
    assertThat(refusal.code()).isEqualTo(ErrorCode.CREDENTIALS_UNAVAILABLE);
    assertThat(refusal)
        .hasMessage(
            "the data plane returned a connection string of another engine for %s, which is postgresql; it is not shown"
                .formatted(name));
  }

  private DataPlane tellingMySql() {
    return proxy(
        DataPlane.class,
        (self, method, arguments) -> {
          Object answer = method.invoke(plane, arguments);
          return answer instanceof RunningDatabases running ? tellingMySql(running) : answer;
        });
  }

  private static RunningDatabases tellingMySql(RunningDatabases running) {
    return proxy(
        RunningDatabases.class,
        (self, method, arguments) -> {
          Object answer = method.invoke(running, arguments);
          if (answer instanceof Credentials) {
            return MYSQL;
          }
          if (answer instanceof Map<?, ?> told) {
            return Map.of((UUID) told.keySet().iterator().next(), MYSQL);
          }
          return method.getName().equals("credentials") ? Optional.of(MYSQL) : answer;
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
