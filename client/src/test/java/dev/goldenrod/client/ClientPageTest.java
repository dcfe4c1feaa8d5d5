package dev.goldenrod.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.client.Databases.CreateDatabaseRequest;
import dev.goldenrod.client.Databases.Database;
import dev.goldenrod.client.Goldens.RegisterVersionRequest;
import dev.goldenrod.client.Instances.Instance;
import dev.goldenrod.client.Instances.InstanceCredentials;
import dev.goldenrod.client.Instances.LaunchInstanceRequest;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the examples of docs/client.md. */
@Timeout(900)
class ClientPageTest {
  private final ServedFakes server = new ServedFakes();

  @BeforeEach
  void register() {
    server
        .admin()
        .goldens()
        .registerVersion(RegisterVersionRequest.of("shop", "postgres", "handle-1"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_clone_is_launched() {
    URI url = server.admin().connection().options().server();
    String token = server.admin().connection().options().token();

    GoldenrodClient client = GoldenrodClient.of(url, token);
    Instance clone =
        client.instances().launch(LaunchInstanceRequest.of("shop", "8h").withSize("medium"));
    client.instances().awaitReady(clone.id(), Duration.ofMinutes(1));
    InstanceCredentials login = client.instances().credentials(clone.id());

    assertThat(login.password()).isNotEmpty();
    client.instances().destroy(clone.id());
  }

  @Test
  void a_database_is_made_once() {
    GoldenrodClient client = server.admin();
    CreateDatabaseRequest request = CreateDatabaseRequest.of("shop", "postgresql", "16");

    GoldenrodClient nightly = client.withIdempotencyKey("nightly-2026-11-23");
    Database made = nightly.databases().create(request);
    Database again = nightly.databases().create(request);

    assertThat(again.id()).isEqualTo(made.id());
  }
}
