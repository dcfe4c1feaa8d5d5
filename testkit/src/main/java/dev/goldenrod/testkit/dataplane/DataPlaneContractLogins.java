package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contract of logins that a user of the database may change. */
public abstract class DataPlaneContractLogins extends DataPlaneContractPart {
  private static final String CHANGED = "changed-by-its-user";

  @Test
  void a_password_that_the_user_changed_outlives_the_process_and_is_told_of() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "kept");
    changePassword(login, CHANGED);

    restart();
    ensureReady(spec);

    await("the message reports the login problem")
        .until(
            () -> plane.databases().observe(spec.id()).message(),
            message ->
                message.contains("no longer works") && message.contains("credentials/reset"));
    assertThat(read(with(login, CHANGED))).isEqualTo("kept");
    assertThatThrownBy(() -> read(login)).isNotNull();
    assertThat(login(spec)).isEqualTo(login);
    assertThat(plane.databases().loginProblem(spec.id())).isPresent();
  }

  @Test
  void a_reset_of_the_credentials_ends_all_former_passwords() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "kept");
    changePassword(login, CHANGED);

    Credentials next = plane.databases().resetCredentials(spec.id());

    assertThat(next.password()).isNotEqualTo(login.password());
    assertThat(with(next, login.password())).isEqualTo(login);
    assertThat(read(next)).isEqualTo("kept");
    assertThatThrownBy(() -> read(login)).isNotNull();
    assertThatThrownBy(() -> read(with(login, CHANGED))).isNotNull();
    assertThat(login(spec)).isEqualTo(next);
    assertThat(plane.databases().loginProblem(spec.id())).isEmpty();

    restart();

    assertThat(ensureReady(spec).message()).doesNotContain("no longer works");
    assertThat(login(spec)).isEqualTo(next);
    assertThat(read(next)).isEqualTo("kept");
  }

  @Tag("slow")
  @Test
  void credentials_that_work_can_be_reset_as_well() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);

    Credentials next = plane.databases().resetCredentials(spec.id());
    Credentials last = plane.databases().resetCredentials(spec.id());

    assertThat(last.password()).isNotEqualTo(next.password()).isNotEqualTo(login.password());
    write(last, "works");
    assertThatThrownBy(() -> read(next)).isNotNull();
    assertThatThrownBy(() -> read(login)).isNotNull();
  }

  @Test
  void a_stop_and_a_start_let_clients_in_by_the_credentials_they_know() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "kept");
    changePassword(login, CHANGED);

    ensureStopped(spec);
    assertThat(ensureReady(spec).message()).doesNotContain("no longer works");

    assertThat(read(login)).isEqualTo("kept");
  }

  @Tag("slow")
  @Test
  void a_stopped_database_keeps_its_credentials() {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    ensureStopped(spec);

    assertThatThrownBy(() -> plane.databases().resetCredentials(spec.id()))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(spec.id().toString());

    assertThat(login(spec)).isEqualTo(login);
  }

  private static Credentials with(Credentials login, String password) {
    return new Credentials(
        login.uri().replace(login.password(), password),
        login.host(),
        login.port(),
        login.dbname(),
        login.username(),
        password);
  }
}
