package dev.goldenrod.cli.program;

import dev.goldenrod.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/** Lists completions for the shells' scripts, as in {@code goldenrod complete clone show ""}. */
@Command(
    name = "complete",
    hidden = true,
    description = "Prints completions, for the scripts of 'completion'.")
public final class CompleteCommand implements Runnable {
  /** Time limit for the server's answer, because a shell that waits longer seems to hang. */
  private static final int PATIENCE_SECONDS = 3;

  private final Terminal terminal;
  private final Supplier<CommandLine> all;
  private final BiConsumer<Terminal, String[]> typing;

  @Parameters(arity = "0..*")
  private List<String> typed = new ArrayList<>();

  @Unmatched private List<String> options = new ArrayList<>();

  /**
   * @param typing runs a command line in a given terminal
   */
  public CompleteCommand(
      Terminal terminal, Supplier<CommandLine> all, BiConsumer<Terminal, String[]> typing) {
    this.terminal = terminal;
    this.all = all;
    this.typing = typing;
  }

  @Override
  public void run() {
    new Completer(all.get(), this::names).candidates(typed).forEach(terminal.out()::println);
  }

  /** Returns the names that a list command prints; empty if the server does not answer in time. */
  private List<String> names(List<String> command) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Terminal captured =
        new Terminal(
            InputStream.nullInputStream(),
            new PrintStream(printed, true, StandardCharsets.UTF_8),
            nowhere,
            terminal.environment(),
            terminal.directory(),
            Set.of());
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of("-o", "name"));
    return CompletableFuture.supplyAsync(
            () -> {
              typing.accept(captured, words.toArray(String[]::new));
              return printed.toString(StandardCharsets.UTF_8).lines().toList();
            })
        .completeOnTimeout(List.of(), PATIENCE_SECONDS, TimeUnit.SECONDS)
        .join();
  }
}
