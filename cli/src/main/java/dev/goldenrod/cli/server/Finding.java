package dev.goldenrod.cli.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.terminal.ExitCode;
import java.util.Locale;

/**
 * What one check of {@code doctor} found.
 *
 * @param nextStep what mends it; empty when nothing is to do
 * @param code how the command ends for it
 */
record Finding(String check, Status status, String found, String nextStep, ExitCode code) {
  /** How it is. */
  enum Status {
    OK,
    WARNING,
    BROKEN
  }

  static Finding ok(String check, String found) {
    return new Finding(check, Status.OK, found, "", ExitCode.DONE);
  }

  static Finding warning(String check, String found, String nextStep) {
    return new Finding(check, Status.WARNING, found, nextStep, ExitCode.DONE);
  }

  static Finding broken(String check, String found, String nextStep, ExitCode code) {
    return new Finding(check, Status.BROKEN, found, nextStep, code);
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
