package dev.goldenrod.dataplane.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ToolTest {
  @Test
  void a_tool_runs_in_a_session_of_its_own_where_the_terminals_ctrl_c_does_not_reach_it() {
    String[] pidAndSession = Tool.run("sh", "-c", "cut -d' ' -f1,6 /proc/$$/stat").split(" ");

    assertThat(pidAndSession[1]).isEqualTo(pidAndSession[0]);
  }

  @Test
  void a_program_that_is_not_there_has_the_shells_exit_code() {
    assertThat(Tool.tryRun("/no/such/program").exitCode()).isEqualTo(127);
  }
}
