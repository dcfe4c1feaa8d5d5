package dev.goldenrod.cli.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Texts;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Option;

/**
 * Options that confirm a destructive command or only print its plan. Without them the user is
 * asked, after seeing what else is affected.
 */
public final class DeleteOptions {
  private static final Columns PLAN =
      Columns.named("/target")
          .with("action")
          .with("target")
          .with("server")
          .with(
              "ALONGSIDE",
              plan ->
                  StreamSupport.stream(plan.path("alongside").spliterator(), false)
                      .map(JsonNode::asText)
                      .collect(Collectors.joining("; ")));

  /** A resource to delete or overwrite, as in {@code clone 'one'}, and what depends on it. */
  public record AffectedResource(String what, List<String> alongside) {}

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask for confirmation.")
  private boolean isSure;

  @Option(names = "--dry-run", description = "Print what would be lost, and change nothing.")
  private boolean isDryRun;

  /** Deletes the resource at the path if that is confirmed. */
  public void delete(Session session, String what, List<String> alongside, String path) {
    if (confirm(session, "delete", what, alongside)) {
      session.api().delete(path);
      session.say(what + " is gone");
    }
  }

  public boolean confirm(Session session, String verb, String what, List<String> alongside) {
    return confirm(session, verb, List.of(new AffectedResource(what, alongside)));
  }

  /**
   * Returns whether to perform a destructive action now. A dry run prints the plan and returns
   * false. Without {@code --yes} the user is asked.
   *
   * @throws CliException if the user declines or cannot be asked, or if the project's file alone
   *     selected the server
   */
  public boolean confirm(Session session, String verb, List<AffectedResource> resources) {
    Target target = session.target();
    if (target.isOfProject()) {
      throw new CliException(
          ExitCode.USAGE,
          ("only the project's file selects '%s'; for a destructive command, select the server"
                  + " explicitly")
              .formatted(target.name()),
          session.options().retypedWith("--context=" + target.name()));
    }
    if (isDryRun) {
      print(session, verb, resources);
      return false;
    }
    return isSure || ask(session, verb, resources);
  }

  /** Prints one plan as an object, more than one as an array. */
  private static void print(Session session, String verb, List<AffectedResource> resources) {
    ArrayNode plans = JsonNodeFactory.instance.arrayNode();
    resources.forEach(resource -> plans.add(plan(session, verb, resource)));
    if (plans.size() == 1) {
      session.printer().one(plans.get(0), PLAN);
    } else {
      session.printer().list(plans, PLAN);
    }
  }

  private static ObjectNode plan(Session session, String verb, AffectedResource resource) {
    ObjectNode plan = JsonNodeFactory.instance.objectNode();
    plan.put("action", verb).put("target", resource.what()).put("server", session.target().name());
    resource.alongside().forEach(plan.putArray("alongside")::add);
    return plan;
  }

  private static boolean ask(Session session, String verb, List<AffectedResource> resources) {
    String what =
        resources.stream().map(AffectedResource::what).collect(Collectors.joining(" and "));
    String question = "%s %s on %s".formatted(verb, Texts.oneLine(what), session.target().name());
    if (!session.canAsk()) {
      throw new CliException(
          ExitCode.USAGE,
          "cannot ask here whether to %s; --yes confirms it".formatted(question),
          session.options().retypedWith("--dry-run"),
          session.options().retypedWith("--yes"));
    }
    resources.stream()
        .flatMap(resource -> resource.alongside().stream())
        .forEach(line -> session.terminal().err().println("  " + Texts.oneLine(line)));
    String answer = session.ask("Really %s? [y/N] ".formatted(question));
    if (!answer.matches("(?i)y|yes")) {
      throw new CliException(ExitCode.REFUSED, "nothing was done");
    }
    return true;
  }
}
