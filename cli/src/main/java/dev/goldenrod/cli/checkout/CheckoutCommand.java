package dev.goldenrod.cli.checkout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.config.ProjectFile;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.connect.NamedDatabases;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Printer;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Chooses the golden or database that a project works with: {@code goldenrod checkout}. */
@Command(
    name = "checkout",
    description = "Shows or sets the golden or database that this project uses.",
    mixinStandardHelpOptions = true,
    footerHeading = "%n",
    footer = {
      "The choice is written to .goldenrod, which is shared with the project and holds the names",
      "of your context and of the golden or database, no secret and no address. psql, mysql,",
      "mongosh, url, tunnel, wake and run use it if they are given no name.",
      "With --hook, each git branch has its own branch of the project's database: the first",
      "'git checkout' creates it, later ones select it. The selection is in .goldenrod.local,",
      "which git ignores. The main git branch uses the database itself.",
      "",
      "Examples:",
      "  goldenrod checkout shop",
      "  goldenrod checkout shop --hook",
      "  goldenrod checkout golden/shop",
      "  goldenrod checkout"
    })
public final class CheckoutCommand implements Runnable {
  private static final String HOOK =
      """
      #!/bin/sh
      # Of 'goldenrod checkout --hook': each branch of git has a branch of the database.
      if [ "${3:-1}" = 1 ] && command -v goldenrod >/dev/null 2>&1; then
        goldenrod checkout --git-branch="$(git symbolic-ref --quiet --short HEAD)" || true
      fi
      """;

  private static final Columns COLUMNS =
      Columns.named("/current")
          .with("file")
          .with("context")
          .with("golden")
          .with("database")
          .with("current");

  @Mixin private CommandOptions options;

  @Option(
      names = "--hook",
      description =
          "Also install a git hook that selects a database branch for each git branch; an existing"
              + " hook is not overwritten.")
  private boolean isHooked;

  @Option(
      names = "--git-branch",
      paramLabel = "BRANCH",
      description =
          "Called by the hook: select the database branch of this git branch, or create it.")
  private @Nullable String gitBranch;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "Golden or database to use; if omitted, the current setting is printed.")
  private @Nullable String name;

  private final Terminal terminal;

  public CheckoutCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    if (gitBranch != null) {
      follow(gitBranch);
      return;
    }
    if (name != null) {
      set(Session.open(terminal, options), name);
    }
    ProjectFile project = ProjectFile.find(terminal).orElseThrow(this::nothingSet);
    if (isHooked) {
      hook(project);
    }
    new Printer(terminal, options.format()).one(object(project), COLUMNS);
  }

  private CliException nothingSet() {
    return new CliException(
        ExitCode.NOT_FOUND,
        "there is no %s in %s or above it%s"
            .formatted(
                ProjectFile.NAME, terminal.directory(), ProjectFile.remarkOnIgnored(terminal)),
        "goldenrod checkout NAME");
  }

  private ObjectNode object(ProjectFile project) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("file", project.file().toString())
        .put("context", project.context())
        .put("golden", project.golden())
        .put("database", project.database())
        .put("current", current(project));
  }

  private @Nullable String current(ProjectFile project) {
    return project.currentDatabase(terminal).orElse(project.golden());
  }

  private void set(Session session, String typed) {
    Path file = file();
    if (isInHome(file)) {
      throw new CliException(
          ExitCode.USAGE,
          "%s would apply to all folders below it; choose a project's folder".formatted(file),
          "cd FOLDER && goldenrod checkout " + ShellWord.of(typed));
    }
    NamedDatabases.Origin origin = new NamedDatabases(session).requireOrigin(typed);
    new ProjectFile(
            file,
            context(session),
            origin.golden(),
            origin.database() == null ? null : origin.database().name())
        .save();
  }

  /**
   * Returns the existing file within the repository, otherwise one in the repository's top folder.
   * A file in the user's home folder belongs to no project.
   */
  private Path file() {
    Optional<Path> top = GitRepository.find(terminal).map(GitRepository::top);
    return ProjectFile.find(terminal)
        .map(ProjectFile::file)
        .filter(file -> top.isEmpty() || file.startsWith(top.get()))
        .filter(file -> !isInHome(file))
        .orElseGet(() -> top.orElse(terminal.directory()).resolve(ProjectFile.NAME));
  }

  private boolean isInHome(Path file) {
    try {
      return Files.isSameFile(file.toAbsolutePath().getParent(), Path.of(terminal.home()));
    } catch (IOException noHome) {
      return false;
    }
  }

  /** Returns the name of the session's context; null if the server was given by its address. */
  private @Nullable String context(Session session) {
    String target = session.target().name();
    return UserConfig.load(terminal).find(target).isPresent() ? target : null;
  }

  private void hook(ProjectFile project) {
    if (project.database() == null) {
      throw new CliException(
          ExitCode.USAGE,
          "a hook creates branches of the project's database, and this project has no database",
          "goldenrod checkout DATABASE --hook");
    }
    GitRepository repository =
        GitRepository.find(terminal)
            .orElseThrow(
                () ->
                    new CliException(
                        ExitCode.USAGE,
                        "there is no git repository here, or git is not installed"));
    repository.ignore(ProjectFile.LOCAL_NAME);
    repository.install("post-checkout", HOOK);
  }

  /**
   * Selects the database branch of the git branch. Until it is known, no database is selected, so
   * that commands do not use the previous branch. A detached HEAD changes nothing.
   */
  private void follow(String branch) {
    Optional<ProjectFile> project = ProjectFile.find(terminal);
    if (project.isEmpty() || project.get().database() == null) {
      return;
    }
    if (branch.isEmpty()) {
      terminal
          .err()
          .println(
              "goldenrod: git has no branch checked out; the selected database stays the same");
      return;
    }
    if (GitRepository.find(terminal).filter(it -> it.isMain(branch)).isPresent()) {
      project.get().setCurrent(null);
    } else {
      project.get().markUnresolved(branch);
      Session session = Session.open(terminal, options);
      project
          .get()
          .setCurrent(
              new GitBranchDatabase(session, project.get().database(), branch).findOrCreate());
    }
  }
}
