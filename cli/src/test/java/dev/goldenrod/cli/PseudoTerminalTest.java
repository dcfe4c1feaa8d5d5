package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Goldens;
import dev.goldenrod.golden.Substrate;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class PseudoTerminalTest {
  private static final String CLEAR = "\r\u001b[K";

  @TempDir private Path home;
  private ServedFakes server;

  @BeforeEach
  void start() {
    server = new ServedFakes(home);
    server
        .control
        .goldens()
        .register(
            server.control.admin(),
            Goldens.RegisterVersion.of("shop", Substrate.POSTGRES, "handle-1"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_wait_is_drawn_over_itself_and_gone_when_it_is_over() throws Exception {
    server.dataPlane.goOffline();
    try (PseudoTerminal terminal = typed("clone", "create", "shop", "mine")) {
      terminal.await("offline");
      server.dataPlane.comeOnline();

      assertThat(terminal.end()).as(terminal.shown()).isZero();
      assertThat(terminal.shown()).contains(CLEAR, "PHASE", "Ready");
      assertThat(afterLastRedraw(terminal)).doesNotContain("offline");
    }
  }

  @Test
  void an_interrupted_wait_says_that_the_work_goes_on() throws Exception {
    server.dataPlane.goOffline();
    try (PseudoTerminal terminal = typed("clone", "create", "shop", "mine")) {
      terminal.await("offline");
      terminal.type(PseudoTerminal.CTRL_C);

      assertThat(terminal.end()).isEqualTo(130);
      assertThat(afterLastRedraw(terminal))
          .contains("continues on the server")
          .contains("goldenrod clone show");
    }
  }

  @Test
  void a_question_is_answered_before_anything_is_deleted() throws Exception {
    server.type("clone", "create", "shop", "mine");

    try (PseudoTerminal refusing = typed("clone", "delete", "mine")) {
      refusing.await("[y/N]");
      refusing.type("n\n");
      assertThat(refusing.end()).isEqualTo(1);
    }
    assertThat(server.type("clone", "show", "mine").code()).isZero();

    try (PseudoTerminal agreeing = typed("clone", "delete", "mine")) {
      agreeing.await("[y/N]");
      agreeing.type("y\n");
      assertThat(agreeing.end()).as(agreeing.shown()).isZero();
    }
    assertThat(server.type("clone", "show", "mine").code()).isEqualTo(3);
  }

  @Test
  void an_interrupted_question_deletes_nothing() throws Exception {
    server.type("clone", "create", "shop", "mine");

    try (PseudoTerminal terminal = typed("clone", "delete", "mine")) {
      terminal.await("[y/N]");
      terminal.type(PseudoTerminal.CTRL_C);
      assertThat(terminal.end()).isEqualTo(130);
    }
    assertThat(server.type("clone", "show", "mine").code()).isZero();
  }

  @Test
  void a_password_is_asked_for_and_not_shown() throws Exception {
    String password = "correct horse battery";
    String invite = server.type("invite", "create", "dev@example.com", "-o", "name").out().strip();
    server.typeWith(invite + "\n" + password + "\n", "invite", "accept", "--stdin");
    server.environment().remove("GOLDENROD_TOKEN");

    try (PseudoTerminal terminal = typed("login", server.url())) {
      terminal.await("Email at");
      terminal.type("dev@example.com\n");
      terminal.await("Password of dev@example.com: ");
      terminal.type(password + "\n");

      assertThat(terminal.end()).as(terminal.shown()).isZero();
      assertThat(terminal.shown()).contains("logged in to").doesNotContain(password);
    }
    server.environment().remove("GOLDENROD_URL");
    assertThat(server.type("whoami", "-o", "name").out()).isEqualTo("dev@example.com\n");
    assertThat(server.type("token", "list", "-o", "name").out()).contains("goldenrod login on ");
    assertThat(server.type("logout").code()).isZero();
  }

  @Test
  void help_is_coloured_unless_nobody_wants_it() throws Exception {
    try (PseudoTerminal terminal = typed("clone", "create", "--help")) {
      assertThat(terminal.end()).isZero();
      assertThat(terminal.shown()).contains("\u001b[");
    }
    server.environment().put("NO_COLOR", "1");
    try (PseudoTerminal terminal = typed("clone", "create", "--help")) {
      assertThat(terminal.end()).isZero();
      assertThat(terminal.shown()).doesNotContain("\u001b[");
    }
  }

  private PseudoTerminal typed(String... words) throws Exception {
    return PseudoTerminal.start(server.environment(), home, words);
  }

  private static String afterLastRedraw(PseudoTerminal terminal) {
    String shown = terminal.shown();
    return shown.substring(shown.lastIndexOf(CLEAR) + CLEAR.length());
  }
}
