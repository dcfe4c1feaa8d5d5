package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.member.Actor;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminTokenTest {
  private static final String GIVEN = "a-token-that-the-operator-has-chosen";

  private static final Map<String, String> TTL = Map.of("GOLDENROD_ADMIN_TOKEN_TTL", "30d");

  @TempDir private Path folder;
  private DataDirectory directory;
  private ControlPlane control;
  private final MutableClock clock = new MutableClock();

  @BeforeEach
  void open() {
    directory = DataDirectory.lock(folder.resolve("data"));
    control = ControlPlane.builder().store(new InMemoryStore()).clock(clock).build();
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

  @Test
  void a_token_with_an_end_is_renewed_at_a_start_and_the_file_has_the_new_one() throws IOException {
    String first = ensure(TTL).orElseThrow();
    clock.advance(Duration.ofDays(10));
    ensure(TTL);
    assertThat(Files.readString(file())).isEqualTo(first + "\n");
    clock.advance(Duration.ofDays(35));

    assertThat(ensure(Map.of())).isEmpty();

    String second = Files.readString(file()).strip();
    assertThat(second).isNotEqualTo(first);
    assertThat(control.members().authenticate(second).isAdmin()).isTrue();
    assertThatThrownBy(() -> control.members().authenticate(first))
        .isInstanceOf(ControlPlaneException.class);
  }

  @Test
  void a_start_that_was_killed_before_the_file_had_the_renewed_token_is_made_up_for()
      throws IOException {
    String first = ensure(TTL).orElseThrow();
    control.members().renewBootstrapToken(Tokens.newToken(), null);
    assertThat(control.members().authenticate(first).isAdmin()).isTrue();

    ensure(TTL);

    String second = Files.readString(file()).strip();
    assertThat(second).isNotEqualTo(first);
    assertThat(control.members().authenticate(second).isAdmin()).isTrue();
  }

  @Test
  void an_end_is_for_tokens_that_the_server_makes_up() {
    assertThatThrownBy(
            () ->
                ensure(Map.of("GOLDENROD_ADMIN_TOKEN", GIVEN, "GOLDENROD_ADMIN_TOKEN_TTL", "30d")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--admin-token-ttl");
    assertThatThrownBy(() -> ensure(Map.of("GOLDENROD_ADMIN_TOKEN_TTL", "1h")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("1d to 365d");
  }

  private Optional<String> ensure(Map<String, String> environment) {
    ServeSettings settings = GivenOptions.settings(environment);
    return AdminToken.ensure(control.members(), settings, directory);
  }

  private Path file() {
    return directory.adminToken();
  }
}
