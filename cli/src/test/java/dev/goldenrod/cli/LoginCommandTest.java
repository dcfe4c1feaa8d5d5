package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.client.ApiConnection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginCommandTest {
  @TempDir private Path home;
  private ServedFakes server;
  private String token;

  @BeforeEach
  void start() {
    server = new ServedFakes(home);
    token = server.environment().remove("GOLDENROD_TOKEN");
    server.environment().remove("GOLDENROD_URL");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void whoever_never_logged_in_is_told_what_to_type() {
    Result listed = server.type("clone", "list");

    assertThat(listed.code()).isEqualTo(4);
    assertThat(listed.err())
        .contains("goldenrod login URL", "goldenrod invite accept --url URL", "goldenrod up");
  }

  @Test
  void a_login_by_a_token_lasts_until_the_logout() throws IOException {
    Result login = server.typeWith(token + "\n", "login", server.url(), "--token-stdin");
    assertThat(login.code()).as(login.err()).isZero();
    assertThat(server.type("whoami", "-o", "name").out()).isEqualTo("admin@localhost\n");

    Path file = home.resolve(".config/goldenrod/tokens");
    try (var tokens = Files.list(file)) {
      assertThat(tokens)
          .allSatisfy(
              one ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)))
                      .isEqualTo("rw-------"))
          .hasSize(1);
    }

    assertThat(server.type("logout").code()).isZero();
    assertThat(server.type("whoami").code()).isEqualTo(4);
    assertThat(file).isEmptyDirectory();
  }

  @Test
  void a_script_logs_in_by_a_password_from_standard_input() {
    invited("ci@example.com", " a password with blanks ");

    Result login = byPassword(" a password with blanks \n", "--email", "ci@example.com");
    assertThat(login.code()).as(login.err()).isZero();
    assertThat(server.type("whoami", "-o", "name").out()).isEqualTo("ci@example.com\n");

    Result wrong = byPassword("another-password\n", "--email", "ci@example.com");
    assertThat(wrong.code()).isEqualTo(4);
    assertThat(wrong.err()).doesNotContain("another-password");
  }

  @Test
  void a_password_that_does_not_come_or_is_nobodys_is_refused() {
    assertThat(byPassword("", "--email", "ci@example.com").err()).contains("is empty");
    assertThat(byPassword("\n", "--email", "ci@example.com").code()).isEqualTo(2);
    assertThat(byPassword("secret-password\n").err()).contains("--email ADDRESS");
    assertThat(byPassword("x\n", "--email", "ci@example.com", "--token-stdin").code()).isEqualTo(2);
    assertThat(server.type("login", server.url(), "--email", "ci@example.com").err())
        .contains("cannot ask for a password here", "--password-stdin < FILE");
    assertThat(home.resolve(".config")).doesNotExist();
  }

  private void invited(String email, String password) {
    ApiConnection admin = ApiConnection.of(URI.create(server.url()), token);
    String invite =
        admin
            .post("/v1/invites", Map.of("email", email, "role", "user"))
            .path("invite_token")
            .asText();
    admin.post("/v1/invites/accept", Map.of("token", invite, "password", password));
  }

  private Result byPassword(String input, String... more) {
    List<String> words = new ArrayList<>(List.of("login", server.url(), "--password-stdin"));
    words.addAll(List.of(more));
    return server.typeWith(input, words.toArray(String[]::new));
  }

  @Test
  void a_token_that_nobody_has_is_kept_nowhere() {
    Result login = server.typeWith("grt_something\n", "login", server.url(), "--token-stdin");

    assertThat(login.code()).isEqualTo(4);
    assertThat(home.resolve(".config")).doesNotExist();
  }

  @Test
  void no_password_is_sent_in_clear_text_to_another_machine() {
    Result login = server.typeWith(token, "login", "http://192.0.2.1", "--token-stdin");

    assertThat(login.code()).isEqualTo(2);
    assertThat(login.err()).contains("https://192.0.2.1").doesNotContain(token);
  }

  @Test
  void a_token_goes_to_the_server_of_its_login_alone() {
    server.typeWith(token, "login", server.url(), "--token-stdin");
    try (ServedFakes other = new ServedFakes(home)) {
      Result listed = server.type("clone", "list", "--url", other.url());

      assertThat(listed.code()).isEqualTo(4);
      assertThat(listed.err()).contains("not logged in to " + other.url());
    }
  }

  @Test
  void what_can_be_no_token_or_address_is_told_and_not_shown() {
    server.environment().put("GOLDENROD_URL", server.url());
    server.environment().put("GOLDENROD_TOKEN", "two words");
    Result token = server.type("whoami");
    assertThat(token.code()).isEqualTo(2);
    assertThat(token.err()).contains("the token is invalid").doesNotContain("two words");

    Result address = server.type("whoami", "--url", "http://me:secret@127.0.0.1:1");
    assertThat(address.code()).isEqualTo(2);
    assertThat(address.err()).doesNotContain("secret");
  }

  @Test
  void no_token_goes_to_another_machine_in_clear_text_unasked() {
    server.environment().put("GOLDENROD_TOKEN", token);

    for (String word : new String[] {"whoami", "doctor"}) {
      Result refused = server.type(word, "--url", "http://192.0.2.1");
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.out() + refused.err()).contains("does not use TLS");
    }
    assertThat(server.type("invite", "accept", "--url", "http://192.0.2.1", "--stdin").err())
        .contains("does not use TLS");
  }

  @Test
  void contexts_are_added_used_and_removed() {
    server.typeWith(token, "login", server.url(), "--token-stdin", "--name", "one");
    assertThat(server.type("context", "add", "two", "https://two.example").code()).isZero();
    assertThat(server.type("context", "list", "-o", "name").out()).isEqualTo("one\ntwo\n");
    assertThat(server.type("context", "add", "two", "https://else.example").code()).isEqualTo(5);

    assertThat(server.type("context", "use", "two").code()).isZero();
    assertThat(server.type("whoami").err()).contains("not logged in to https://two.example");
    assertThat(server.type("whoami", "--context", "one").code()).isZero();
    assertThat(server.type("context", "use", "three").code()).isEqualTo(3);

    assertThat(server.type("context", "remove", "two").code()).isZero();
    assertThat(server.type("whoami").code()).isEqualTo(2);
  }

  @Test
  void a_context_of_any_name_is_no_server_of_ones_own() {
    server.type("context", "add", "admin-token", "http://127.0.0.1:1");

    assertThat(server.type("whoami", "--context", "admin-token").err())
        .contains("goldenrod login http://127.0.0.1:1")
        .doesNotContain("goldenrod up");
  }

  @Test
  void contexts_are_listed_while_ones_own_server_is_stopped() throws IOException {
    Path admins = Files.writeString(home.resolve("admin-token"), token);
    Files.createDirectories(home.resolve(".config/goldenrod"));
    Files.writeString(
        home.resolve(".config/goldenrod/config.yaml"),
        "contexts:\n- {name: local, url: 'http://127.0.0.1:1', token-file: '%s'}\n"
            .formatted(admins));

    Result listed = server.type("context", "list", "-o", "csv");
    assertThat(listed.code()).as(listed.err()).isZero();
    assertThat(listed.out()).endsWith("local,http://127.0.0.1:1,yes\n");
  }

  @Test
  void a_login_leaves_the_context_whose_token_lies_elsewhere() throws IOException {
    Path admins = Files.writeString(home.resolve("admins-token"), token);
    Files.createDirectories(home.resolve(".config/goldenrod"));
    Files.writeString(
        home.resolve(".config/goldenrod/config.yaml"),
        """
        current-context: local
        contexts:
        - {name: local, url: "%s", token-file: "%s"}
        """
            .formatted(server.url(), admins));
    invited("ci@example.com", "a long password");

    Result login = byPassword("a long password\n", "--email", "ci@example.com");
    assertThat(login.code()).as(login.err()).isZero();

    assertThat(server.type("whoami", "-o", "name").out()).isEqualTo("ci@example.com\n");
    assertThat(server.type("whoami", "--context", "local", "-o", "name").out())
        .isEqualTo("admin@localhost\n");
  }

  @Test
  void doctor_says_what_is_wrong_and_what_mends_it() {
    Result before = server.type("doctor", "-o", "json");
    assertThat(before.code()).isEqualTo(4);
    assertThat(before.json().get(0).path("next_step").asText())
        .isEqualTo("goldenrod login URL or goldenrod invite accept --url URL or goldenrod up");

    server.typeWith(token, "login", server.url(), "--token-stdin");
    Result after = server.type("doctor", "-o", "json");
    assertThat(after.code()).as(after.out()).isZero();

    Result away = server.type("doctor", "--url", "http://127.0.0.1:1", "-o", "json");
    assertThat(away.code()).isEqualTo(7);
  }

  @Test
  void status_counts_what_one_has() {
    server.typeWith(token, "login", server.url(), "--token-stdin");

    assertThat(server.type("status", "-o", "json").json().path("most_clones").asInt())
        .isEqualTo(10);
  }
}
