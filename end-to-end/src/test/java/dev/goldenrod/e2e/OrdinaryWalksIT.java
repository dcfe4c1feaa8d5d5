package dev.goldenrod.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.engine.user.OrdinaryUser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Runs the documentation's commands as an unprivileged user, for builds that run as root. */
@Tag("slow")
@EnabledIf("dev.goldenrod.engine.user.OrdinaryUser#canBeMade")
class OrdinaryWalksIT {
  private static final List<Class<?>> WALKS =
      List.of(ReadmeIT.class, CommandsIT.class, DatabaseIT.class);

  @Test
  void walks_and_the_demo_go_as_they_are_told() throws IOException {
    Path log = Path.of("target", "ordinary-user", "walks.log");
    try (OrdinaryUser user = OrdinaryUser.make()) {
      user.give(Path.of("..", "README.md"), "README.md");
      user.give(Path.of(System.getProperty("goldenrod.jar")), "goldenrod.jar");

      OrdinaryUser.Ended ended =
          user.runTests(
              user.home(),
              log,
              Map.of("goldenrod.jar", user.home().resolve("goldenrod.jar").toString()),
              WALKS.stream().map(Class::getName).toList());

      assertThat(ended.passed()).as("%s%nlogged to %s", ended.said(), log).isTrue();
    }
  }
}
