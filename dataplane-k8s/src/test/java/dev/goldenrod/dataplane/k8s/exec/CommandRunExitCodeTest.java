package dev.goldenrod.dataplane.k8s.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.DataPlaneException;
import okio.ByteString;
import org.junit.jupiter.api.Test;

class CommandRunExitCodeTest {
  @Test
  void success_is_0() {
    assertThat(code("{\"metadata\":{},\"status\":\"Success\"}")).isZero();
  }

  @Test
  void another_exit_code_is_told_as_a_cause() {
    assertThat(
            code(
                """
                {"metadata":{},"status":"Failure","reason":"NonZeroExitCode",
                 "message":"command terminated with non-zero exit code",
                 "details":{"causes":[{"reason":"ExitCode","message":"3"}]}}
                """))
        .isEqualTo(3);
  }

  @Test
  void a_command_that_was_not_run_has_no_exit_code() {
    assertThatThrownBy(() -> code("{\"status\":\"Failure\",\"message\":\"container not running\"}"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage("the command could not be run in the pod: container not running");
  }

  @Test
  void a_status_that_is_no_json_is_shown() {
    assertThatThrownBy(() -> code("exec failed"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageEndingWith("exec failed");
  }

  private static int code(String status) {
    return CommandRun.exitCode(ByteString.encodeUtf8(status));
  }
}
