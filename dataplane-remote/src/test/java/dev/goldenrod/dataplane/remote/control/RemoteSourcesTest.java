package dev.goldenrod.dataplane.remote.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.SourceTools;
import dev.goldenrod.source.SourceConnection;
import dev.goldenrod.testing.FakeDataPlane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RemoteSourcesTest {
  private static final SourceConnection SOURCE =
      new SourceConnection("db", 5432, "shop", "reader", "", "shop");

  private final FakeDataPlane behind = new FakeDataPlane("it's here");

  @AfterEach
  void close() {
    behind.close();
  }

  @Test
  void an_agent_checks_a_source_or_says_why_it_cannot_be_read() {
    try (Pipe pipe = Pipe.to(behind)) {
      SourceTools tools = pipe.plane().sources().orElseThrow();

      assertThat(tools.check(SOURCE)).isEqualTo(behind.sources().orElseThrow().check(SOURCE));
      behind.failSourceChecks("source db cannot be reached");
      assertThatThrownBy(() -> tools.check(SOURCE))
          .isInstanceOf(DataPlaneException.class)
          .hasMessage("source db cannot be reached");
    }
  }

  @Test
  void an_agent_gets_no_password_and_names_the_command_that_stores_one_there() {
    try (Pipe pipe = Pipe.to(behind)) {
      assertThat(pipe.plane().secrets()).isEmpty();
      assertThat(pipe.plane().secretCommand("shop"))
          .as("quoted for a shell")
          .isEqualTo("goldenrod secret put shop --data-dir 'data plane it'\\''s here'");
    }
  }
}
