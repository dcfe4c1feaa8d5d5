package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ControlPlaneException.InvalidInput;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.MaskingRulesValidator;
import dev.goldenrod.port.MaskingRulesValidator.Problem;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.source.MaskingRuleSet;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceConnection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The masking rules of sources, which imports use once they are set. Operators only; previews are
 * for admins. Every read is audited. Plans, checks and previews connect to the source, one at a
 * time for a member. Thread-safe.
 */
public final class Masking {
  private final ControlContext context;
  private final @Nullable MaskingRulesValidator validator;
  private final SourceReads reads;

  /**
   * Rules to set.
   *
   * @param rules the text of the rules file
   * @param replaces the version that the rules replace, 0 for none; null to replace any
   */
  public record Put(UUID sourceId, String rules, @Nullable Integer replaces) {
    public Put {
      Objects.requireNonNull(sourceId);
      if (rules.isBlank()) {
        throw ControlPlaneException.invalid("rules", "must not be empty");
      }
      if (rules.length() > MaskingRuleSet.MAX_CHARACTERS) {
        throw ControlPlaneException.invalid(
            "rules",
            "has %d characters, but at most %d are allowed"
                .formatted(rules.length(), MaskingRuleSet.MAX_CHARACTERS));
      }
    }
  }

  /** The cluster whose data plane reads a source, and the source's connection and rules. */
  private record Target(UUID clusterId, SourceConnection source, String rules) {}

  Masking(ControlContext context, @Nullable MaskingRulesValidator validator, SourceReads reads) {
    this.context = context;
    this.validator = validator;
    this.reads = reads;
  }

  /**
   * Sets the source's rules, as their next version; equal rules make no new version. Imports that
   * are running keep theirs.
   *
   * @throws ControlPlaneException with all problems of the rules; with {@link
   *     dev.goldenrod.ErrorCode#CONFLICT_BECAUSE} if they were changed since {@code replaces}
   */
  public MaskingRuleSet put(Actor actor, Put command) {
    actor.requireOperator();
    requireValid(command.rules());
    return context.change(actor, tx -> put(tx, actor, command));
  }

  private void requireValid(String rules) {
    if (validator == null) {
      throw ControlPlaneException.conflictBecause(
          "this program cannot validate masking rules; pass ControlPlane.builder().maskingRules(…)");
    }
    List<Problem> problems = validator.problems(rules);
    if (!problems.isEmpty()) {
      throw ControlPlaneException.invalid(
          problems.stream().map(one -> new InvalidInput("rules", one.sentence())).toList());
    }
  }

  private MaskingRuleSet put(Transaction tx, Actor actor, Put command) {
    Source source = lock(tx, actor, command.sourceId());
    Optional<MaskingRuleSet> latest = tx.maskingRules().latest(actor.orgId(), source.id());
    requireExpected(command, latest.map(MaskingRuleSet::version).orElse(0));
    if (latest.filter(one -> one.rules().equals(command.rules())).isPresent()) {
      return latest.get();
    }
    MaskingRuleSet next =
        new MaskingRuleSet(
            actor.orgId(),
            source.id(),
            latest.map(MaskingRuleSet::version).orElse(0) + 1,
            command.rules(),
            ControlContext.requireActive(tx, actor).email(),
            context.now());
    tx.maskingRules().insert(next);
    audit(tx, actor, "masking.set", source.id(), Map.of("version", next.version()));
    return next;
  }

  private static void requireExpected(Put command, int present) {
    Integer replaces = command.replaces();
    if (replaces != null && replaces != present) {
      throw ControlPlaneException.conflictBecause(
          "the source's masking rules have version %d, not %d; read them again, and merge your changes"
              .formatted(present, replaces));
    }
  }

  /**
   * Returns the source's present rules.
   *
   * @throws ControlPlaneException with {@link dev.goldenrod.ErrorCode#NOT_FOUND} if it has none
   */
  public MaskingRuleSet find(Actor actor, UUID sourceId) {
    actor.requireOperator();
    return context.read(
        tx -> {
          MaskingRuleSet rules = require(tx, actor, sourceId);
          audit(tx, actor, "masking.read", sourceId, Map.of("version", rules.version()));
          return rules;
        });
  }

  /** Returns the versions of the source's rules without their texts, newest first. */
  public List<MaskingRuleSet.Header> versions(Actor actor, UUID sourceId) {
    actor.requireOperator();
    return context.read(
        tx -> {
          source(tx, actor, sourceId);
          return tx.maskingRules().versions(actor.orgId(), sourceId);
        });
  }

  /** Proposes rules for the source. */
  public CompletableFuture<String> plan(Actor actor, UUID sourceId) {
    actor.requireOperator();
    Target target = context.read(tx -> target(tx, actor, sourceId, "", "planned", Map.of()));
    return reads.submit(actor, () -> call(target, tools -> tools.plan(target.source())));
  }

  /**
   * Compares rules with the source's present schema.
   *
   * @param rules null for the source's own
   */
  public CompletableFuture<MaskingCheck> check(Actor actor, UUID sourceId, @Nullable String rules) {
    actor.requireOperator();
    if (rules != null) {
      requireValid(rules);
    }
    Target target =
        context.read(
            tx ->
                target(
                    tx,
                    actor,
                    sourceId,
                    rules == null ? require(tx, actor, sourceId).rules() : rules,
                    "checked",
                    Map.of()));
    return reads.submit(
        actor,
        () -> MaskingCheck.of(call(target, tools -> tools.check(target.source(), target.rules()))));
  }

  /**
   * Masks a few rows of a table by the source's rules. Admins only, because the result contains the
   * rows as they are.
   *
   * @param table as in the rules, for example {@code public.customer}
   */
  public CompletableFuture<MaskedRows> preview(Actor actor, UUID sourceId, String table) {
    actor.requireAdmin();
    Target target =
        context.read(
            tx ->
                target(
                    tx,
                    actor,
                    sourceId,
                    require(tx, actor, sourceId).rules(),
                    "previewed",
                    Map.of("table", table)));
    return reads.submit(
        actor,
        () ->
            MaskedRows.of(
                call(target, tools -> tools.preview(target.source(), target.rules(), table))));
  }

  /** Returns the target of a tool, and audits its use before anything is read. */
  private Target target(
      Transaction tx,
      Actor actor,
      UUID sourceId,
      String rules,
      String action,
      Map<String, @Nullable Object> metadata) {
    Source source = source(tx, actor, sourceId);
    UUID cluster = new ClusterSelection(context).select(tx, actor, source.cluster()).id();
    audit(tx, actor, "masking." + action, sourceId, metadata);
    return new Target(cluster, SourceConfig.connection(source), rules);
  }

  private <T> T call(Target target, Function<MaskingTools, T> work) {
    return context.callDataPlane(
        target.clusterId(),
        plane ->
            work.apply(
                plane
                    .masking()
                    .orElseThrow(
                        () -> ControlPlaneException.conflictBecause(MaskingTools.UNSUPPORTED))),
        ControlPlaneException::conflictBecause);
  }

  private MaskingRuleSet require(Transaction tx, Actor actor, UUID sourceId) {
    source(tx, actor, sourceId);
    return tx.maskingRules()
        .latest(actor.orgId(), sourceId)
        .orElseThrow(() -> ControlPlaneException.notFound("masking rules of source", sourceId));
  }

  private static Source source(Transaction tx, Actor actor, UUID id) {
    return tx.sources()
        .find(actor.orgId(), id)
        .orElseThrow(() -> ControlPlaneException.notFound("source", id));
  }

  private static Source lock(Transaction tx, Actor actor, UUID id) {
    return tx.sources()
        .lock(actor.orgId(), id)
        .orElseThrow(() -> ControlPlaneException.notFound("source", id));
  }

  private void audit(
      Transaction tx,
      Actor actor,
      String action,
      UUID sourceId,
      Map<String, @Nullable Object> metadata) {
    context.audit(tx, actor, action, "source", sourceId, metadata);
  }
}
