package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.member.Actor;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminTokenTest {
  private static final String GIVEN = "a-token-that-the-operator-has-chosen";

  @TempDir private Path folder;
  private DataDirectory directory;
  private ControlPlane control;

  @BeforeEach
  void open() {
    directory = DataDirectory.lock(folder.resolve("data"));
    control = ControlPlane.builder().store(new InMemoryStore()).build();
  }

  @AfterEach
  void close() {
    control.close();
    directory.close();
  }

  @Test
  void the_first_start_makes_up_a_token_and_keeps_it() throws IOException {
    String token = ensure(Map.of()).orElseThrow();

    assertThat(Files.readString(file())).isEqualTo(token + "\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(control.members().authenticate(token).isAdmin()).isTrue();
  }

  @Test
  void later_starts_make_up_none() throws IOException {
    String token = ensure(Map.of()).orElseThrow();

    assertThat(ensure(Map.of())).isEmpty();

    assertThat(Files.readString(file())).isEqualTo(token + "\n");
    assertThat(control.members().authenticate(token).isAdmin()).isTrue();
  }

  @Test
  void a_start_that_was_killed_before_the_token_counted_is_made_up_for() throws IOException {
    String kept = Tokens.newToken();
    Files.writeString(file(), kept + "\n");

    assertThat(ensure(Map.of())).contains(kept);

    assertThat(control.members().authenticate(kept).isAdmin()).isTrue();
  }

  @Test
  void an_admin_that_a_program_made_gets_a_new_token_and_no_old_one() throws IOException {
    Actor admin = control.admin();
    String old = Tokens.newToken();
    Files.writeString(file(), old + "\n");

    String token = ensure(Map.of()).orElseThrow();

    assertThat(control.members().authenticate(token)).isEqualTo(admin);
    assertThat(Files.readString(file())).isEqualTo(token + "\n").doesNotContain(old);
    assertThat(ensure(Map.of())).isEmpty();
  }

  @Test
  void a_given_token_is_neither_shown_nor_kept_and_replaces_the_old_one() {
    String old = ensure(Map.of()).orElseThrow();

    assertThat(ensure(Map.of("GOLDENROD_ADMIN_TOKEN", GIVEN))).isEmpty();

    assertThat(file()).doesNotExist();
    assertThat(control.members().authenticate(GIVEN).isAdmin()).isTrue();
    assertThatThrownBy(() -> control.members().authenticate(old))
        .isInstanceOf(ControlPlaneException.class);
  }

  private Optional<String> ensure(Map<String, String> environment) {
    ServeSettings settings = GivenOptions.settings(environment);
    return AdminToken.ensure(control.members(), settings, directory);
  }

  private Path file() {
    return directory.adminToken();
  }
}
