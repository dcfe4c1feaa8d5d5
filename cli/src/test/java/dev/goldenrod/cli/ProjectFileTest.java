package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which server a project's file may select. */
class ProjectFileTest {
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

  /** Logs in to context {@code one} and makes another one, {@code two}, the current context. */
  private void logIn() {
    server.typeWith(token, "login", server.url(), "--token-stdin", "--name", "one");
    server.type("context", "add", "two", "https://two.example");
    server.type("context", "use", "two");
  }

  @Test
  void a_name_out_of_a_projects_file_is_told_as_one_word() throws IOException {
    Files.writeString(home.resolve(".goldenrod"), "context: 'x; touch y'\n");

    assertThat(server.type("whoami").err()).contains("login URL --name 'x; touch y'");
  }

  @Test
  void the_project_chooses_among_the_contexts_of_the_user_and_deletes_nothing_by_that()
      throws IOException {
    logIn();
    Files.writeString(home.resolve(".goldenrod"), "context: one\n");

    assertThat(server.type("whoami").code()).isZero();
    Result deleted = server.type("golden", "list", "--context", "two");
    assertThat(deleted.err()).contains("not logged in to https://two.example");

    Files.writeString(home.resolve(".goldenrod"), "url: https://evil.example\n");
    assertThat(server.type("whoami").err()).contains("has the unknown key 'url'");
  }

  @ParameterizedTest
  @ValueSource(strings = {".goldenrod", "."})
  void a_projects_file_that_others_can_change_chooses_no_server(String shared) throws IOException {
    logIn();
    Files.writeString(home.resolve(".goldenrod"), "context: one\n");
    Path path = home.resolve(shared);
    Set<PosixFilePermission> own = Files.getPosixFilePermissions(path);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xrwx"));

    Result refused = server.type("whoami");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("other users can change", "chmod go-w");

    assertThat(server.type("whoami", "--context", "one").code()).isZero();
    Files.setPosixFilePermissions(path, own);
    assertThat(server.type("whoami").code()).isZero();
  }

  @Test
  @EnabledIf("dev.goldenrod.cli.config.ListenerOwner#isRoot")
  void a_projects_file_of_another_group_chooses_no_server() throws IOException {
    logIn();
    Path project = Files.writeString(home.resolve(".goldenrod"), "context: one\n");
    Files.setPosixFilePermissions(project, PosixFilePermissions.fromString("rw-rw-r--"));
    assertThat(server.type("whoami").code()).isZero();

    Files.setAttribute(project, "unix:gid", 1);
    assertThat(server.type("whoami").err()).contains("other users can change");
  }

  @Test
  @EnabledIf("dev.goldenrod.cli.config.ListenerOwner#isRoot")
  void a_projects_file_of_another_user_chooses_no_server() throws IOException {
    logIn();
    Path own = Files.createDirectory(home.resolve("own"));
    server.environment().put("XDG_CONFIG_HOME", home.resolve(".config").toString());
    server.environment().put("HOME", own.toString());
    Path project = Files.writeString(home.resolve(".goldenrod"), "context: one\n");
    assertThat(server.type("whoami").code()).isZero();

    Files.setAttribute(project, "unix:uid", 1);
    Files.setAttribute(home, "unix:uid", 1);
    assertThat(server.type("whoami").err()).contains("belongs to another user");
  }

  @Test
  @EnabledIf("dev.goldenrod.cli.config.ListenerOwner#isRoot")
  void a_local_file_of_another_user_names_no_database() throws IOException {
    logIn();
    Files.writeString(home.resolve(".goldenrod"), "context: one\ndatabase: ours\n");
    Path local = Files.writeString(home.resolve(".goldenrod.local"), "database: theirs\n");
    assertThat(server.type("url").err()).contains("theirs");

    Files.setAttribute(local, "unix:uid", 1);
    assertThat(server.type("url").err()).contains("ours").doesNotContain("theirs");
  }

  @Test
  @EnabledIf("dev.goldenrod.cli.config.ListenerOwner#isRoot")
  void a_projects_file_that_is_ignored_is_named() throws IOException {
    logIn();
    Path project = Files.writeString(home.resolve(".goldenrod"), "database: theirs\n");
    Files.setAttribute(project, "unix:uid", 1);
    String remark = "; %s is ignored, because it belongs to another user".formatted(project);

    assertThat(server.type("url", "--context", "one").err())
        .contains("no project file .goldenrod names one" + remark);
    assertThat(server.type("run", "--context", "one", "--", "true").err()).contains(remark);
    assertThat(server.type("checkout").err()).contains("or above it" + remark);
  }

  @Test
  void a_projects_file_that_is_no_text_is_told_as_such() throws IOException {
    Files.write(home.resolve(".goldenrod"), new byte[] {'a', ':', ' ', (byte) 0xff});

    Result refused = server.type("whoami");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .contains(".goldenrod is not UTF-8 text")
        .doesNotContain("MalformedInput");
  }

  @Test
  void a_projects_file_is_no_link_and_its_values_are_not_told() throws IOException {
    Path secret = Files.writeString(home.resolve("secret"), "grt_secret\n");
    Path project = home.resolve(".goldenrod");
    Files.createSymbolicLink(project, secret);
    Result linked = server.type("whoami");
    assertThat(linked.code()).isEqualTo(2);
    assertThat(linked.err()).contains("is a symbolic link").doesNotContain("grt_secret");

    Files.delete(project);
    for (String text : List.of("grt_secret", "a: [grt_secret", "context: *grt_secret")) {
      Files.writeString(project, text);
      Result told = server.type("whoami");
      assertThat(told.err()).contains(".goldenrod").doesNotContain("grt_secret");
    }
  }

  @Test
  void the_variables_token_goes_to_no_server_that_only_a_projects_file_names() throws IOException {
    logIn();
    Files.writeString(home.resolve(".goldenrod"), "context: one\n");
    server.environment().put("GOLDENROD_TOKEN", token);

    Result refused = server.type("whoami");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("GOLDENROD_TOKEN", "context 'one'", ".goldenrod");

    server.environment().put("GOLDENROD_CONTEXT", "one");
    assertThat(server.type("whoami").code()).isZero();
  }
}
