package dev.goldenrod.cli.checkout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.config.ProjectFile;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.connect.Origin;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Printer;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Chooses the golden or database that a project works with: {@code goldenrod checkout}. */
@Command(
    name = "checkout",
    description = "Says, or sets, which golden or database this project works with.",
    mixinStandardHelpOptions = true,
    footerHeading = "%n",
    footer = {
      "It is written into .goldenrod, which is shared with the project and holds the name of",
      "your context and of the golden or database, nothing secret and no address. Commands",
      "that name nothing mean it; those that delete never do.",
      "With --hook, each branch of git has a branch of the project's database: it is made at",
      "the first 'git checkout', taken at the next, and stands in .goldenrod.local, which git",
      "does not see. The main branch of git has the database itself.",
      "",
      "Examples:",
      "  goldenrod checkout shop",
      "  goldenrod checkout shop --hook",
      "  goldenrod checkout golden/shop",
      "  goldenrod checkout"
    })
public final class CheckoutCommand implements Callable<Integer> {
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
      description = "And install a hook of git that follows its branches; none is overwritten.")
  private boolean isHooked;

  @Option(
      names = "--git-branch",
      paramLabel = "BRANCH",
      description = "What the hook calls: take or make the branch of that branch of git.")
  private @Nullable String gitBranch;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "The golden or database; without it, what is set is printed.")
  private @Nullable String name;

  private final Terminal terminal;

  public CheckoutCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (gitBranch != null) {
      follow(gitBranch);
      return ExitCode.DONE.number();
    }
    if (name != null) {
      set(Session.open(terminal, options), name);
    }
    ProjectFile project = ProjectFile.find(terminal).orElseThrow(this::nothingSet);
    if (isHooked) {
      hook(project);
    }
    new Printer(terminal, options.format()).one(object(project), COLUMNS);
    return ExitCode.DONE.number();
  }

  private CliException nothingSet() {
    return new CliException(
        ExitCode.NOT_FOUND,
        "there is no %s in %s or above it".formatted(ProjectFile.NAME, terminal.directory()),
        "goldenrod checkout NAME");
  }

  private static ObjectNode object(ProjectFile project) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("file", project.file().toString())
        .put("context", project.context())
        .put("golden", project.golden())
        .put("database", project.database())
        .put("current", current(project));
  }

  private static @Nullable String current(ProjectFile project) {
    return project.currentDatabase().orElse(project.golden());
  }

  private void set(Session session, String typed) {
    Origin origin = Origin.require(session, typed);
    new ProjectFile(
            file(),
            context(session),
            origin.golden(),
            origin.database() == null ? null : origin.database().name())
        .save();
  }

  /**
   * Returns the existing file within the repository, otherwise one in the repository's top folder.
   */
  private Path file() {
    Optional<Path> top = GitRepository.find(terminal).map(GitRepository::top);
    return ProjectFile.find(terminal)
        .map(ProjectFile::file)
        .filter(file -> top.isEmpty() || file.startsWith(top.get()))
        .orElseGet(() -> top.orElse(terminal.directory()).resolve(ProjectFile.NAME));
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
          "a hook makes branches of the project's database, and it has none",
          "goldenrod checkout DATABASE --hook");
    }
    GitRepository repository =
        GitRepository.find(terminal)
            .orElseThrow(
                () -> new CliException(ExitCode.USAGE, "there is no repository of git here"));
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
          .println("goldenrod: git has no branch checked out; the database stays as it was");
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
