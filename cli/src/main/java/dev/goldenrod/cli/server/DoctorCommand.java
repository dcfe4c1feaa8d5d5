package dev.goldenrod.cli.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Printer;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Diagnoses the connection between the user and the server: {@code goldenrod doctor}. */
@Command(
    name = "doctor",
    description = "Checks the connection to the server, and prints how to fix what is wrong.",
    mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {
  private static final Columns COLUMNS =
      Columns.named("/check")
          .with("check")
          .with("status")
          .with("found")
          .with("TO DO", "/next_step");

  private final Terminal terminal;

  @Mixin private CommandOptions options = new CommandOptions();

  public DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    List<CheckResult> results = new DoctorChecks(terminal, options).run();
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    results.forEach(result -> all.add(result.asJson()));
    new Printer(terminal, options.format()).list(all, COLUMNS);
    return results.stream()
        .filter(result -> result.status() == CheckResult.Status.BROKEN)
        .map(result -> result.code().number())
        .findFirst()
        .orElse(0);
  }
}
