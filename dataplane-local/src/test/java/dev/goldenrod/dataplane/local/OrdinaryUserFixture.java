package dev.goldenrod.dataplane.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.engine.user.OrdinaryUser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** An ordinary user for the tests of a class, as which they run other tests. */
abstract class OrdinaryUserFixture {
  static OrdinaryUser user;

  @BeforeAll
  static void make_the_user() throws IOException {
    user = OrdinaryUser.make();
    user.give(Path.of("..", "verify"), "verify");
  }

  @AfterAll
  static void leave_nothing_behind() throws IOException {
    user.close();
  }

  /** Runs the tests as the user, on the kind of volumes and in the folder. */
  static void assertPass(String kind, Path folder, String tests) throws IOException {
    Path log = Path.of("target", "ordinary-user", "%s-%s.log".formatted(tests, kind));
    String name = OrdinaryUserFixture.class.getPackageName() + "." + tests;

    OrdinaryUser.Ended ended =
        user.runTests(folder, log, Map.of(TestOptions.VOLUMES, kind), List.of(name));

    assertThat(ended.passed()).as("%s%nlogged to %s", ended.said(), log).isTrue();
  }
}
