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
import dev.goldenrod.cli.terminal.Terminal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Asks the user to confirm a destructive command after listing what else is affected. */
final class Confirmation {
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

  private final Session session;
  private final Terminal terminal;
  private final CommandOptions options;

  Confirmation(Session session, Terminal terminal, CommandOptions options) {
    this.session = session;
    this.terminal = terminal;
    this.options = options;
  }

  boolean confirm(DeleteOptions deletion, String verb, List<AffectedResource> resources) {
    Target target = session.target();
    if (target.isOfProject()) {
      throw new CliException(
          ExitCode.USAGE,
          ("only the project's file selects '%s'; for a destructive command, select the server"
                  + " explicitly")
              .formatted(target.name()),
          options.retypedWith("--context=" + target.name()));
    }
    if (deletion.isDryRun) {
      print(verb, resources);
      return false;
    }
    return deletion.isSure || ask(verb, resources);
  }

  /** Prints one plan as an object, more than one as an array. */
  private void print(String verb, List<AffectedResource> resources) {
    ArrayNode plans = JsonNodeFactory.instance.arrayNode();
    resources.forEach(resource -> plans.add(plan(verb, resource)));
    if (plans.size() == 1) {
      session.printer().one(plans.get(0), PLAN);
    } else {
      session.printer().list(plans, PLAN);
    }
  }

  private ObjectNode plan(String verb, AffectedResource resource) {
    ObjectNode plan = JsonNodeFactory.instance.objectNode();
    plan.put("action", verb).put("target", resource.what()).put("server", session.target().name());
    resource.alongside().forEach(plan.putArray("alongside")::add);
    return plan;
  }

  private boolean ask(String verb, List<AffectedResource> resources) {
    String what =
        resources.stream().map(AffectedResource::what).collect(Collectors.joining(" and "));
    String question = "%s %s on %s".formatted(verb, Texts.oneLine(what), session.target().name());
    if (options.isAgent || !terminal.canAsk()) {
      throw new CliException(
          ExitCode.USAGE,
          "cannot ask here whether to %s; --yes confirms it".formatted(question),
          options.retypedWith("--dry-run"),
          options.retypedWith("--yes"));
    }
    resources.stream()
        .flatMap(resource -> resource.alongside().stream())
        .forEach(line -> terminal.err().println("  " + Texts.oneLine(line)));
    String answer = Prompt.ask(terminal, "Really %s? [y/N] ".formatted(question));
    if (!answer.matches("(?i)y|yes")) {
      throw new CliException(ExitCode.REFUSED, "nothing was done");
    }
    return true;
  }
}
