package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.engine.kept.PostgresValue;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseState;
import io.kubernetes.client.openapi.ApiException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Manual changes of a database's Secret are detected, and repaired or reported. */
@Timeout(900)
@Tag("slow")
class SimulatedSecretsTest extends SimulatedDatabaseFixture {

  @Test
  void what_people_write_into_it_is_made_right() throws ApiException, SQLException {
    Credentials before = login();
    PostgresValue.write(before, "kept");

    patch(password(encoded("a password of their own")));
    databases.awaitSeen(spec, seen -> seen.state() != DatabaseState.READY);
    databases.awaitReady(spec);

    assertThat(login().password()).isEqualTo("a password of their own");
    assertThat(PostgresValue.read(login())).isEqualTo("kept");
    assertThat(plane.databases().loginProblem(spec.id())).isEmpty();
  }

  @Test
  void what_people_take_out_of_it_is_told_until_it_is_back() throws ApiException, SQLException {
    Credentials before = login();

    patch(password("null"));
    databases.awaitAsked(spec, seen -> seen.message().contains("no longer has key 'password'"));

    patch(password(encoded(before.password())));
    databases.awaitReady(spec);
    assertThat(login()).isEqualTo(before);
    assertThat(PostgresValue.read(before)).isEmpty();
  }

  private Credentials login() {
    return databases.login(spec);
  }

  private static String password(String value) {
    return "{\"data\": {\"password\": %s}}".formatted(value);
  }

  private static String encoded(String text) {
    return '"' + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + '"';
  }

  private void patch(String json) throws ApiException {
    namespace.patchSecret("db-" + spec.id(), json);
  }
}
