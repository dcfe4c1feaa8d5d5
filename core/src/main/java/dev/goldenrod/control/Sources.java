package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.SourceTools;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.source.MaskingRuleSet;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceCheck;
import dev.goldenrod.source.SourceConnection;
import dev.goldenrod.source.SourceKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The databases that goldens can be imported from. */
public final class Sources {
  private final ControlContext context;
  private final SourceReads reads;
  private final KeyedCommands<Source> keyed;

  /**
   * A source to register.
   *
   * @param config may name the {@code cluster} that imports run in; the store keeps its name
   * @param scopedCredsRef the name of the secret in the data plane; empty for none
   */
  public record Create(
      SourceKind kind, Map<String, @Nullable Object> config, String scopedCredsRef) {
    public Create {
      Objects.requireNonNull(kind);
      SourceConfig.validate(config);
      SourceConfig.requireSecretName(scopedCredsRef);
    }

    /**
     * Returns the same source with a cluster for its imports.
     *
     * @param cluster its name or id; empty for that of the config, if any
     */
    public Create inCluster(String cluster) {
      return new Create(kind, SourceConfig.inCluster(config, cluster), scopedCredsRef);
    }

    /** Returns the same source with the name of a secret that the cluster has. */
    Create withSecret(String name, String cluster) {
      Map<String, @Nullable Object> placed = new LinkedHashMap<>(config);
      placed.put(Source.CLUSTER, cluster);
      return new Create(kind, placed, name);
    }

    /** Returns whether the source has these settings. */
    public boolean describes(Source source) {
      return source.kind() == kind
          && source.config().equals(config)
          && source.scopedCredsRef().equals(scopedCredsRef);
    }

    /** Returns the same source marked as sensitive if wanted; a mark in the config stays. */
    public Create requiringMasking(boolean wanted) {
      if (!wanted) {
        return this;
      }
      Map<String, @Nullable Object> marked = new LinkedHashMap<>(config);
      marked.put(Source.SENSITIVE, true);
      return new Create(kind, marked, scopedCredsRef);
    }
  }

  Sources(ControlContext context, SourceReads reads) {
    this.context = context;
    this.reads = reads;
    this.keyed = context.keyed(Source::id, this::find);
  }

  /** Registers a source, without connecting to it. Operators only. */
  public Source create(Actor actor, Create command) {
    return create(actor, command, Idempotency.none());
  }

  /** Like {@link #create(Actor, Create)}, once per idempotency key. */
  public Source create(Actor actor, Create command, Idempotency<Source> idempotency) {
    actor.requireOperator();
    return keyed.once(actor, idempotency, command, key -> createNow(actor, command, key));
  }

  private Source createNow(Actor actor, Create command, Idempotency<Source> idempotency) {
    Source source = source(actor, command);
    return context.change(actor, idempotency, tx -> create(tx, actor, named(tx, source)));
  }

  private Source source(Actor actor, Create command) {
    return new Source(
        context.newId(),
        actor.orgId(),
        command.kind(),
        command.config(),
        command.scopedCredsRef(),
        context.now());
  }

  /** Returns the source with the cluster's name, because it may have been given by id. */
  private static Source named(Transaction tx, Source source) {
    return source.cluster().isEmpty()
        ? source
        : source.inCluster(ClusterSelection.require(tx, source.orgId(), source.cluster()).name());
  }

  private Source create(Transaction tx, Actor actor, Source source) {
    tx.sources().insert(source);
    context.audit(tx, actor, "source.created", "source", source.id(), auditMetadata(source));
    return source;
  }

  /** Returns a source of the organization. */
  public Source find(Actor actor, UUID id) {
    return context.read(tx -> tx.sources().find(actor.orgId(), id)).orElseThrow(() -> notFound(id));
  }

  private static ControlPlaneException notFound(UUID id) {
    return ControlPlaneException.notFound("source", id);
  }

  /** Returns all sources of the organization, oldest first. */
  public List<Source> list(Actor actor) {
    return context.read(tx -> tx.sources().list(actor.orgId()));
  }

  /**
   * Returns the sources that versions of a golden were imported from, by the {@code sourceRef} of
   * the version; not those whose import or source was deleted. The actor must be allowed to see the
   * golden.
   */
  public Map<String, Source> ofGolden(Actor actor, UUID goldenId) {
    return context.read(
        tx -> {
          Goldens.require(tx, actor, goldenId);
          Map<UUID, Source> sources =
              tx.sources().list(actor.orgId()).stream()
                  .collect(Collectors.toMap(Source::id, source -> source));
          return tx.imports().ofGolden(actor.orgId(), goldenId).stream()
              .filter(job -> sources.containsKey(job.sourceId()))
              .collect(
                  Collectors.toMap(
                      job -> Imports.sourceRef(job.id()), job -> sources.get(job.sourceId())));
        });
  }

  /**
   * Deletes a source that no running import uses. Operators only. The secret in the data plane is
   * kept.
   */
  public void delete(Actor actor, UUID id) {
    delete(actor, id, Idempotency.none());
  }

  /** Like {@link #delete(Actor, UUID)}, once per idempotency key. */
  public void delete(Actor actor, UUID id, Idempotency<Boolean> idempotency) {
    actor.requireOperator();
    context.delete(actor, idempotency, List.of("delete", id), tx -> delete(tx, actor, id));
  }

  /**
   * Connects to the source as the first step of an import does, and changes nothing. One at a time
   * for a member, and audited before. Operators only.
   *
   * @return fails with a {@link ControlPlaneException} if an import could not read the source
   */
  public CompletableFuture<SourceCheck> check(Actor actor, UUID id) {
    actor.requireOperator();
    Source source = find(actor, id);
    if (source.kind() != SourceKind.RDS) {
      throw ControlPlaneException.conflictBecause(
          "sources of kind '%s' cannot be imported".formatted(source.kind().wireName()));
    }
    SourceConnection connection = SourceConfig.connection(source);
    UUID cluster = context.change(actor, tx -> checked(tx, actor, source));
    return reads.submit(
        actor,
        () ->
            context.callDataPlane(
                cluster,
                plane -> tools(plane).check(connection),
                ControlPlaneException::conflictBecause));
  }

  /** Returns the cluster whose data plane reads the source. */
  private UUID checked(Transaction tx, Actor actor, Source source) {
    context.audit(tx, actor, "source.checked", "source", source.id(), Map.of());
    return new ClusterSelection(context).select(tx, actor, source.cluster()).id();
  }

  private static SourceTools tools(DataPlane plane) {
    return plane
        .sources()
        .orElseThrow(() -> ControlPlaneException.conflictBecause(SourceTools.UNSUPPORTED));
  }

  /**
   * Deletes a source that no running import uses, and registers another one with its masking rules,
   * or does neither. Operators only.
   */
  public Source replace(Actor actor, UUID id, Create command) {
    actor.requireOperator();
    Source next = source(actor, command);
    return context.change(actor, tx -> replace(tx, actor, id, next));
  }

  private Source replace(Transaction tx, Actor actor, UUID id, Source next) {
    Optional<MaskingRuleSet> rules = tx.maskingRules().latest(actor.orgId(), id);
    Source created = create(tx, actor, named(tx, next));
    rules.ifPresent(present -> copy(tx, actor, present, created));
    delete(tx, actor, id);
    return created;
  }

  private void copy(Transaction tx, Actor actor, MaskingRuleSet rules, Source to) {
    tx.maskingRules()
        .insert(
            new MaskingRuleSet(
                actor.orgId(), to.id(), 1, rules.rules(), rules.createdBy(), rules.createdAt()));
    context.audit(tx, actor, "masking.set", "source", to.id(), Map.of("version", 1));
  }

  private List<UUID> delete(Transaction tx, Actor actor, UUID id) {
    Source source = tx.sources().lock(actor.orgId(), id).orElseThrow(() -> notFound(id));
    List<UUID> running =
        tx.imports().runningOfSource(actor.orgId(), id).stream().map(ImportJob::id).toList();
    if (!running.isEmpty()) {
      throw ControlPlaneException.hasActiveImports(id, running);
    }
    context.audit(tx, actor, "source.deleted", "source", id, auditMetadata(source));
    tx.sources().delete(actor.orgId(), id);
    return List.of();
  }

  /** Contains the source's address and the secret's name, but no value that may be a secret. */
  private static Map<String, @Nullable Object> auditMetadata(Source source) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("kind", source.kind().wireName());
    for (String key : List.of("host", "port", "dbname", Source.CLUSTER, Source.SENSITIVE)) {
      Object value = source.config().get(key);
      if (value instanceof String || value instanceof Number || value instanceof Boolean) {
        metadata.put(key, value);
      }
    }
    metadata.put("secret", source.scopedCredsRef());
    return metadata;
  }
}
