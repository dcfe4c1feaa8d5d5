package dev.goldenrod.dataplane.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ToolTest {
  @Test
  void a_process_that_a_terminal_could_end_is_told_from_one_without() {
    String aside = Tool.run("setsid", "cat", "/proc/self/stat");
    String onTerminal = Tool.run("script", "-qec", "cat /proc/self/stat", "/dev/null");

    assertThat(ProcessStat.parse(aside).hasTerminal()).isFalse();
    assertThat(ProcessStat.parse(onTerminal).hasTerminal()).isTrue();
    String renamed = aside.replaceFirst("\\(.*\\)", "(of) 7 (many words)");
    assertThat(ProcessStat.parse(renamed).hasTerminal()).isFalse();
  }

  @Test
  void a_tool_runs_in_a_session_of_its_own_where_the_terminals_ctrl_c_could_reach_it() {
    boolean onTerminal = ProcessStat.of(ProcessHandle.current().pid()).orElseThrow().hasTerminal();

    String[] pidAndSession = Tool.run("sh", "-c", "cut -d' ' -f1,6 /proc/$$/stat").split(" ");

    assertThat(pidAndSession[1].equals(pidAndSession[0])).isEqualTo(onTerminal);
  }

  @Test
  void a_program_that_is_not_there_has_the_shells_exit_code() {
    assertThat(Tool.tryRun("/no/such/program").exitCode()).isEqualTo(127);
  }
}
