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

/** What the shells' scripts ask: {@code goldenrod complete clone show ""}. */
@Command(
    name = "complete",
    hidden = true,
    description = "Prints what may be typed next, for the scripts of 'completion'.")
public final class CompleteCommand implements Runnable {
  /** A shell that waits longer for a key would be taken for one that hangs. */
  private static final int PATIENCE_SECONDS = 3;

  private final Terminal terminal;
  private final Supplier<CommandLine> all;
  private final BiConsumer<Terminal, String[]> typing;

  @Parameters(arity = "0..*")
  private List<String> typed = new ArrayList<>();

  @Unmatched private List<String> options = new ArrayList<>();

  /**
   * Completes all those words in that terminal.
   *
   * @param typing runs what is typed in a terminal
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

  /** What a list prints by name; nothing where the server does not answer at once. */
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
