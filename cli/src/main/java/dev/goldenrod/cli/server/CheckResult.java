package dev.goldenrod.cli.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.terminal.ExitCode;
import java.util.Locale;

/**
 * The result of one check of {@code doctor}.
 *
 * @param nextStep command or advice that fixes the problem; may be empty
 * @param code exit code if this check failed
 */
record CheckResult(String check, Status status, String found, String nextStep, ExitCode code) {
  enum Status {
    OK,
    WARNING,
    BROKEN
  }

  static CheckResult ok(String check, String found) {
    return new CheckResult(check, Status.OK, found, "", ExitCode.DONE);
  }

  static CheckResult warning(String check, String found, String nextStep) {
    return new CheckResult(check, Status.WARNING, found, nextStep, ExitCode.DONE);
  }

  static CheckResult broken(String check, String found, String nextStep, ExitCode code) {
    return new CheckResult(check, Status.BROKEN, found, nextStep, code);
  }

  ObjectNode asJson() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("check", check)
        .put("status", status.name().toLowerCase(Locale.ROOT))
        .put("found", found)
        .put("next_step", nextStep);
  }
}
