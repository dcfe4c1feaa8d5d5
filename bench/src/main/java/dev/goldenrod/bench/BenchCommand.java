package dev.goldenrod.bench;

import dev.goldenrod.bench.agent.BenchAgentsCommand;
import dev.goldenrod.bench.branch.BenchBranchCommand;
import dev.goldenrod.bench.http.BenchConsoleCommand;
import dev.goldenrod.bench.http.BenchHttpCommand;
import dev.goldenrod.bench.imports.BenchImportCommand;
import dev.goldenrod.bench.junit.BenchJunitCommand;
import dev.goldenrod.bench.kubernetes.BenchKubernetesCommand;
import dev.goldenrod.bench.launch.BenchLaunchCommand;
import dev.goldenrod.server.cli.Main;
import java.io.PrintStream;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that compares Goldenrod with doing the same without it. */
@Command(
    name = "bench",
    description = "Measures Goldenrod, compared with doing the same without it.",
    mixinStandardHelpOptions = true)
public final class BenchCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  private BenchCommand() {}

  public static void main(String[] args) {
    int code = of(System.getenv()).execute(args);
    System.out.flush();
    System.exit(code);
  }

  /** Returns the server's command line with this command added. */
  public static CommandLine of(Map<String, String> environment) {
    return Main.commandLine(environment, commandLine(System.out));
  }

  static CommandLine commandLine(PrintStream out) {
    return new CommandLine(new BenchCommand())
        .addSubcommand(new BenchLaunchCommand(out))
        .addSubcommand(new BenchHttpCommand(out))
        .addSubcommand(new BenchConsoleCommand(out))
        .addSubcommand(new BenchBranchCommand(out))
        .addSubcommand(new BenchImportCommand(out))
        .addSubcommand(new BenchJunitCommand(out))
        .addSubcommand(new BenchKubernetesCommand(out))
        .addSubcommand(new BenchAgentsCommand(out));
  }

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(),
        "a command is missing: launch, http, console, branch, import, junit, kubernetes or agents");
  }
}
