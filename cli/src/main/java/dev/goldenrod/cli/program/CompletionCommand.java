package dev.goldenrod.cli.program;

import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a completion script for a shell: {@code goldenrod completion}. */
@Command(
    name = "completion",
    description = "Prints a script with which a shell completes commands, options and names.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  eval \"$(goldenrod completion bash)\"    # in ~/.bashrc",
      "  eval \"$(goldenrod completion zsh)\"     # in ~/.zshrc, after compinit",
      "  goldenrod completion fish | source     # in ~/.config/fish/config.fish"
    })
public final class CompletionCommand implements Runnable {
  enum Shell {
    BASH,
    ZSH,
    FISH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Terminal terminal;

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  private Shell shell = Shell.BASH;

  public CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    try (InputStream script =
        Objects.requireNonNull(getClass().getResourceAsStream("completion." + shell))) {
      script.transferTo(terminal.out());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
