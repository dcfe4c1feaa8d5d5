package dev.goldenrod.cli.checkout;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The git repository of the working directory, accessed through the {@code git} program. */
final class GitRepository {
  private final Terminal terminal;
  private final Path git;
  private final Path top;

  private GitRepository(Terminal terminal, Path git, Path top) {
    this.terminal = terminal;
    this.git = git;
    this.top = top;
  }

  /** Returns the repository; empty if there is none or git is not installed. */
  static Optional<GitRepository> find(Terminal terminal) {
    return terminal
        .findProgram("git")
        .flatMap(
            git ->
                run(terminal, git, "rev-parse", "--show-toplevel")
                    .map(top -> new GitRepository(terminal, git, Path.of(top))));
  }

  Path top() {
    return top;
  }

  /** Returns whether this is the branch of {@code origin/HEAD}, otherwise of a usual name. */
  boolean isMain(String branch) {
    return run(terminal, git, "symbolic-ref", "--short", "refs/remotes/origin/HEAD")
        .map(remote -> remote.equals("origin/" + branch))
        .orElseGet(() -> branch.equals("main") || branch.equals("master"));
  }

  /** Makes git ignore files of that name in this clone only ({@code info/exclude}). */
  void ignore(String name) {
    Path exclude = path("info/exclude");
    try {
      Files.createDirectories(exclude.getParent());
      String lines = Files.exists(exclude) ? Files.readString(exclude) : "";
      if (lines.lines().noneMatch(name::equals)) {
        String start = lines.isEmpty() || lines.endsWith("\n") ? "" : "\n";
        Files.writeString(
            exclude, start + name + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    } catch (IOException e) {
      throw new CliException(ExitCode.REFUSED, "%s cannot be written: %s".formatted(exclude, e));
    }
  }

  /**
   * @throws CliException if a different hook exists; its next steps list the lines to add there
   */
  void install(String hook, String script) {
    Path file = path("hooks/" + hook);
    try {
      if (Files.exists(file) && !Files.readString(file).equals(script)) {
        throw new CliException(
            ExitCode.CONFLICT,
            "%s already exists and was not changed; add these lines to it".formatted(file),
            script.lines().skip(1).toArray(String[]::new));
      }
      Files.createDirectories(file.getParent());
      Files.writeString(file, script);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new CliException(ExitCode.REFUSED, "%s cannot be written: %s".formatted(file, e));
    }
  }

  /** Returns the path of a file of git's own, which depends on configuration and work tree. */
  private Path path(String name) {
    String path =
        run(terminal, git, "rev-parse", "--git-path", name)
            .orElseThrow(
                () ->
                    new CliException(
                        ExitCode.REFUSED, "'git rev-parse --git-path' did not return a path"));
    return terminal.directory().resolve(path);
  }

  private static Optional<String> run(Terminal terminal, Path git, String... arguments) {
    List<String> line = new ArrayList<>(List.of(git.toString()));
    line.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(terminal.directory().toFile())
            .redirectError(Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(terminal.environment());
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor() == 0 && !said.isEmpty() ? Optional.of(said) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
