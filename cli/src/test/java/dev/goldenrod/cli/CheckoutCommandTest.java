package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Goldens;
import dev.goldenrod.golden.Substrate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckoutCommandTest {
  @TempDir private Path home;
  @TempDir private Path project;
  private ServedFakes server;

  @BeforeEach
  void start() {
    server = new ServedFakes(project);
    server.environment().put("HOME", home.toString());
    server.environment().put("PATH", "/usr/bin:/bin");
    server.create("shop");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void what_a_project_works_with_is_set_and_told() throws IOException {
    assertThat(server.type("checkout").code()).isEqualTo(3);

    Result set = server.type("checkout", "shop", "-o", "json");
    assertThat(set.code()).as(set.err()).isZero();
    assertThat(project.resolve(".goldenrod")).hasContent("database: shop\n");
    assertThat(server.type("checkout", "-o", "json").json()).isEqualTo(set.json());
    assertThat(server.type("url").out()).isEqualTo(server.type("url", "shop").out());
  }

  @Test
  void no_file_is_written_to_the_home_folder_where_it_would_apply_to_all_others() {
    server.environment().put("HOME", project.toString());

    Result refused = server.type("checkout", "shop");

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .contains("would apply to all folders below it", "cd FOLDER && goldenrod checkout shop");
    assertThat(project.resolve(".goldenrod")).doesNotExist();
  }

  @Test
  void a_context_is_written_by_its_name() throws IOException {
    Path config = Files.createDirectories(home.resolve(".config/goldenrod"));
    Files.writeString(config.resolve("token"), server.environment().get("GOLDENROD_TOKEN"));
    Files.writeString(
        config.resolve("config.yaml"),
        "contexts:\n- {name: here, url: '%s', token-file: token}\n".formatted(server.url()));

    server.type("checkout", "shop", "--context", "here");

    assertThat(project.resolve(".goldenrod")).hasContent("context: here\ndatabase: shop\n");
  }

  @Test
  void a_golden_is_set_by_what_it_is() {
    server
        .control
        .goldens()
        .register(
            server.control.admin(),
            new Goldens.RegisterVersion("shop", Substrate.POSTGRES, "", "handle", 5));

    assertThat(server.type("checkout", "shop").code()).isEqualTo(5);
    assertThat(server.type("checkout", "nothing").code()).isEqualTo(3);
    assertThat(project.resolve(".goldenrod")).doesNotExist();
    assertThat(server.type("checkout", "golden/shop", "-o", "name").out()).isEqualTo("shop\n");
    assertThat(project.resolve(".goldenrod")).hasContent("golden: shop\n");
  }

  @Tag("slow")
  @Test
  void a_branch_of_git_has_a_branch_of_the_database() throws Exception {
    git("init", "-q", "-b", "main");
    Files.createDirectories(project.resolve("src"));
    Result hooked = server.type("checkout", "shop", "--hook");
    assertThat(hooked.code()).as(hooked.err()).isZero();
    assertThat(Files.isExecutable(project.resolve(".git/hooks/post-checkout"))).isTrue();
    assertThat(Files.readString(project.resolve(".git/info/exclude")))
        .endsWith("\n.goldenrod.local\n");
    assertThat(server.type("checkout", "--hook").code()).isZero();

    assertThat(follow("feature/x").err()).isEqualTo("created database branch 'shop-feature-x'\n");
    assertThat(current()).isEqualTo("shop-feature-x");
    assertThat(follow("").err()).contains("no branch checked out; the selected database stays");
    assertThat(current()).isEqualTo("shop-feature-x");
    assertThat(follow("main").err()).isEmpty();
    assertThat(current()).isEqualTo("shop");
    assertThat(follow("feature/x").err()).isEqualTo("database branch 'shop-feature-x'\n");

    assertThat(follow("feature-x").err())
        .matches("created database branch 'shop-feature-x-\\w{8}'\n");
    assertThat(follow("Fix_Ä!").err()).matches("created database branch 'shop-fix-\\w{8}'\n");
    assertThat(follow("x".repeat(200)).code()).isZero();
    assertThat(current()).hasSize(63);
    assertThat(git("status", "--porcelain")).isEqualTo("?? .goldenrod\n");
  }

  @Test
  void a_branch_that_is_anothers_is_not_taken() throws Exception {
    server.create("shop-one");
    server.type("checkout", "shop");

    assertThat(follow("one").err()).matches("created database branch 'shop-one-\\w{8}'\n");
  }

  @Test
  void a_hook_that_is_there_is_not_overwritten() throws Exception {
    git("init", "-q");
    Path hook = project.resolve(".git/hooks/post-checkout");
    Files.createDirectories(hook.getParent());
    Files.writeString(hook, "#!/bin/sh\nexit 0\n");

    Result refused = server.type("checkout", "shop", "--hook");

    assertThat(refused.code()).isEqualTo(5);
    assertThat(refused.err()).contains("was not changed").contains("goldenrod checkout --git-bra");
    assertThat(hook).hasContent("#!/bin/sh\nexit 0\n");
  }

  @Test
  void the_hook_never_fails_the_command_of_git() throws Exception {
    git("init", "-q", "-b", "main");
    server.type("checkout", "shop", "--hook");
    program("goldenrod", "echo goldenrod \"$@\" >>" + project.resolve("calls") + "; exit 7");
    git("add", ".goldenrod");
    git("commit", "-q", "-m", "one");

    git("checkout", "-q", "-b", "topic");
    git("checkout", "-q", "--", ".goldenrod");

    assertThat(project.resolve("calls")).hasContent("goldenrod checkout --git-branch=topic\n");
  }

  @Test
  void no_other_branchs_database_is_meant_where_the_own_is_not_known() {
    server.type("checkout", "shop");
    follow("one");
    server.dataPlane.goOffline();
    String url = server.environment().put("GOLDENROD_URL", "http://127.0.0.1:1");

    assertThat(follow("two").code()).isEqualTo(7);

    server.environment().put("GOLDENROD_URL", url);
    server.dataPlane.comeOnline();
    Result unsettled = server.type("url");
    assertThat(unsettled.code()).isEqualTo(5);
    assertThat(unsettled.err()).contains("goldenrod checkout --git-branch=two");
    follow("two");
    assertThat(current()).isEqualTo("shop-two");
  }

  @Test
  void what_a_link_leads_to_is_never_written() throws Exception {
    Path elsewhere = Files.writeString(project.resolve("elsewhere"), "mine\n");
    Path link = Files.createSymbolicLink(project.resolve(".goldenrod"), project.resolve("new"));
    assertThat(server.type("checkout", "shop").err()).contains(".goldenrod is a symbolic link");
    Files.delete(link);
    server.type("checkout", "shop");
    Files.createSymbolicLink(project.resolve(".goldenrod.local"), elsewhere);
    follow("one");

    assertThat(elsewhere).hasContent("mine\n");
    assertThat(project.resolve("new")).doesNotExist();
    assertThat(current()).isEqualTo("shop-one");
  }

  @Test
  void a_hook_needs_a_repository_and_a_database() throws Exception {
    server.type("checkout", "shop");
    assertThat(server.type("checkout", "--hook").err()).contains("no git repository");
  }

  private Result follow(String branch) {
    return server.type("checkout", "--git-branch", branch);
  }

  private String current() {
    return server.type("checkout", "-o", "json").json().path("current").asText();
  }

  private void program(String name, String script) throws IOException {
    Path bin = Files.createDirectories(project.resolve(".git/bin"));
    Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    server.environment().put("PATH", bin + ":/usr/bin:/bin");
  }

  private String git(String... arguments) throws IOException, InterruptedException {
    List<String> line =
        new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@b"));
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line).directory(project.toFile());
    builder.environment().putAll(server.environment());
    Process git = builder.redirectErrorStream(true).start();
    String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(git.waitFor()).as(said).isZero();
    return said;
  }
}
