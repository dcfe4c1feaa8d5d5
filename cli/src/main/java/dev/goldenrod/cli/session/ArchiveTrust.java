package dev.goldenrod.cli.session;

import dev.goldenrod.cli.output.Texts;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;

/** Asks the user whether the maker of an archive is trusted, before the archive is imported. */
record ArchiveTrust(Terminal terminal, CommandOptions options) {
  private static final String WHY =
      "this server runs databases as its own user, so a forged archive may run programs as that user";

  void require(String archive) {
    String shown = Texts.oneLine(archive);
    if (options.isAgent || !terminal.canAsk()) {
      throw new CliException(
          ExitCode.USAGE,
          "%s; cannot ask here whether you trust the creator of '%s'".formatted(WHY, shown),
          options.retypedWith("--trust"));
    }
    String answer =
        Prompt.ask(terminal, "%s.%nDo you trust the creator of '%s'? [y/N] ".formatted(WHY, shown));
    if (!answer.matches("(?i)y|yes")) {
      throw new CliException(ExitCode.REFUSED, "nothing was imported");
    }
  }
}
