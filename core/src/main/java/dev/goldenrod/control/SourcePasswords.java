package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.SourceSecrets;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceConnection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The passwords of sources that admins type. The data plane of the server's own machine keeps each
 * as a secret that it sends to one host, port, database and user only; the store has the secret's
 * name. No password can be read again. Thread-safe.
 */
public final class SourcePasswords {
  private static final int MAX_CHARACTERS = 1_000;
  private static final int DIGITS = 32;
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private final ControlContext context;
  private final Sources sources;

  SourcePasswords(ControlContext context, Sources sources) {
    this.context = context;
    this.sources = sources;
  }

  /**
   * Where imports of a cluster find secrets.
   *
   * @param cluster name of the cluster
   * @param keepsPasswords whether {@link #create} can store a password there
   * @param command stores the secret by hand, for people; empty if the cluster is not connected to
   *     this server
   */
  public record Place(String cluster, boolean keepsPasswords, String command) {}

  /**
   * Returns where the clusters find secrets. Operators only.
   *
   * @param secret the name in the commands
   */
  public List<Place> places(Actor actor, String secret) {
    actor.requireOperator();
    return context.read(tx -> tx.clusters().list(actor.orgId())).stream()
        .map(cluster -> place(cluster, secret))
        .toList();
  }

  private Place place(Cluster cluster, String secret) {
    return context
        .dataPlanes()
        .call(
            cluster.id(),
            plane ->
                new Place(cluster.name(), plane.secrets().isPresent(), plane.secretCommand(secret)))
        .orElseGet(() -> new Place(cluster.name(), false, ""));
  }

  /**
   * Registers a source and keeps its password. If it is registered already with the same settings,
   * it is returned. Admins only.
   *
   * @throws ControlPlaneException as {@link #keep} does
   */
  public Source create(
      Actor actor, Sources.Create command, String password, Idempotency<Source> idempotency) {
    Sources.Create kept = keep(actor, command, password);
    return sources.list(actor).stream()
        .filter(kept::describes)
        .findFirst()
        .orElseGet(() -> sources.create(actor, kept, idempotency));
  }

  /**
   * Keeps the password of a source, in place of an earlier one for the same host, port, database
   * and user. Admins only.
   *
   * @param command names no secret
   * @return the source with the name of the secret and the cluster that keeps it
   * @throws ControlPlaneException also if the cluster's data plane keeps no passwords
   */
  public Sources.Create keep(Actor actor, Sources.Create command, String password) {
    actor.requireAdmin();
    requireValid(password);
    SourceConfig.requireLogin(command.config());
    if (!command.scopedCredsRef().isEmpty()) {
      throw ControlPlaneException.invalid(
          "scoped_creds_ref", "must be empty if a password is given");
    }
    Cluster cluster = context.read(tx -> cluster(tx, actor, command.config()));
    Sources.Create kept =
        command.withSecret(secretName(actor.orgId(), command.config()), cluster.name());
    store(cluster, SourceConfig.connection(kept.config(), kept.scopedCredsRef()), password);
    return kept;
  }

  private Cluster cluster(Transaction tx, Actor actor, Map<String, @Nullable Object> config) {
    Object name = config.get(Source.CLUSTER);
    return new ClusterSelection(context).select(tx, actor, name == null ? "" : name.toString());
  }

  /** Returns whether {@link #replace} can give the source another password. */
  public static boolean isKept(Source source) {
    return isKept(source, source.config());
  }

  /** Returns whether the password of the source may be sent to what the config describes. */
  public static boolean isKept(Source source, Map<String, @Nullable Object> config) {
    return source.scopedCredsRef().equals(secretName(source.orgId(), config));
  }

  /** Replaces the password of a source that was registered with one. Admins only. */
  public void replace(Actor actor, UUID id, String password) {
    actor.requireAdmin();
    requireValid(password);
    Source source = sources.find(actor, id);
    if (!isKept(source)) {
      throw ControlPlaneException.conflictBecause(
          "the password of this source is in the secret '%s', which the console does not change; change it where imports run"
              .formatted(source.scopedCredsRef()));
    }
    Cluster cluster = context.change(actor, tx -> audited(tx, actor, source));
    store(cluster, SourceConfig.connection(source), password);
  }

  private Cluster audited(Transaction tx, Actor actor, Source source) {
    context.audit(
        tx,
        actor,
        "source.password.replaced",
        "source",
        source.id(),
        Map.of("secret", source.scopedCredsRef()));
    return cluster(tx, actor, source.config());
  }

  private void store(Cluster cluster, SourceConnection source, String password) {
    context.callDataPlane(
        cluster.id(),
        plane -> {
          secretsOf(plane, cluster, source.secret()).store(source, password);
          return source;
        },
        ControlPlaneException::conflictBecause);
  }

  private static SourceSecrets secretsOf(DataPlane plane, Cluster cluster, String secret) {
    return plane
        .secrets()
        .orElseThrow(
            () ->
                ControlPlaneException.conflictBecause(
                    "cluster '%s' is not on the server's own machine, so its passwords are stored there: %s"
                        .formatted(cluster.name(), plane.secretCommand(secret))));
  }

  /** Returns a name that no other host, port, database or user of the organization has. */
  private static String secretName(UUID orgId, Map<String, @Nullable Object> config) {
    SourceConnection to = SourceConfig.connection(config, "");
    String text =
        String.join(
            "\n",
            orgId.toString(),
            to.host().toLowerCase(Locale.ROOT),
            Integer.toString(to.port()),
            to.dbname(),
            to.username());
    return "source-" + Tokens.sha256(text).substring(0, DIGITS);
  }

  private static void requireValid(String password) {
    if (password.isEmpty()
        || password.length() > MAX_CHARACTERS
        || CONTROL.matcher(password).find()) {
      throw ControlPlaneException.invalid(
          "password",
          "must have 1 to %d characters, none of them a line break".formatted(MAX_CHARACTERS));
    }
  }
}
