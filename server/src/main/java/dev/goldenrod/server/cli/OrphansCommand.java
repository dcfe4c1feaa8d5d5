package dev.goldenrod.server.cli;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Orphans.Restored;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.server.OfflineControlPlane;
import dev.goldenrod.server.UsageException;
import java.io.PrintStream;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists, restores and deletes orphans: resources of a data plane that the store does not know. */
@Command(
    name = "orphans",
    description =
        "Lists, restores and deletes resources of a data plane that the store does not know. Stop a"
            + " server with the embedded store first.",
    mixinStandardHelpOptions = true)
final class OrphansCommand implements Runnable {
  static final class Place {
    @Mixin private ServerStore server = new ServerStore();

    void use(Consumer<ControlPlane> work) {
      try (OfflineControlPlane offline = server.open()) {
        work.accept(offline.control());
      } catch (ControlPlaneException refused) {
        throw new UsageException(refused.getMessage(), refused);
      }
    }
  }

  @Spec private CommandSpec spec;

  private final PrintStream out;

  OrphansCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: list, restore or delete");
  }

  @Command(
      name = "list",
      description = "Lists orphans, the oldest first, and what each would be restored as.",
      mixinStandardHelpOptions = true)
  void list(@Mixin Place place) {
    place.use(control -> print(control.orphans().list(control.admin())));
  }

  @Command(
      name = "restore",
      description = "Restores an orphan as a database or a golden of the oldest admin.",
      mixinStandardHelpOptions = true)
  void restore(
      @Mixin Place place,
      @Parameters(
              paramLabel = "ID",
              description = "Id of the orphan, from" + " goldenrod orphans list.")
          String text) {
    UUID id = id(text);
    place.use(
        control -> {
          Restored restored = control.orphans().restore(control.admin(), id);
          out.printf("restored as %s %s%n", restored.noun(), restored.name());
        });
  }

  @Command(
      name = "delete",
      description =
          "Marks an orphan for deletion with all its data: a server deletes it within ten minutes,"
              + " or at its next start.",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin Place place,
      @Parameters(
              paramLabel = "ID",
              description = "Id of the orphan, from" + " goldenrod orphans list.")
          String text) {
    UUID id = id(text);
    place.use(
        control -> {
          Orphan orphan = control.orphans().delete(control.admin(), id);
          out.printf(
              "%s %s will be deleted within ten minutes, or at the server's next start%n",
              orphan.kind().wireName(), orphan.reference());
        });
  }

  private static UUID id(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException malformed) {
      throw new UsageException(
          "'%s' is not the id of an orphan; 'goldenrod orphans list' shows the ids in its first column"
              .formatted(text),
          malformed);
    }
  }

  private void print(List<Orphan> orphans) {
    if (orphans.isEmpty()) {
      out.println("there are no orphans");
      return;
    }
    new OrphanTable(orphans).lines().forEach(out::println);
  }
}
