package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseNames;
import dev.goldenrod.dataplane.k8s.manifest.Images;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.dataplane.k8s.manifest.SavedFacts;
import dev.goldenrod.dataplane.k8s.server.DatabaseObjects;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseState;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The state of databases according to the caches, without calls. Thread-safe. */
record DatabaseView(
    ClusterApi cluster,
    Images images,
    Endpoints endpoints,
    DatabaseObjects objects,
    DatabaseVolumes volumes) {
  DatabaseObservation of(UUID id) {
    return root(id).map(this::of).orElseGet(DatabaseObservation::absent);
  }

  Optional<DatabaseRoot> root(UUID id) {
    return cluster.secrets().cache().get(new DatabaseNames(id).root()).map(DatabaseRoot::new);
  }

  /** Returns the ids of all databases that have a Secret in the cluster. */
  Set<UUID> ids() {
    return cluster.secrets().cache().list().stream()
        .filter(DatabaseView::isRoot)
        .map(secret -> new DatabaseRoot(secret).id())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static boolean isRoot(V1Secret secret) {
    return Labels.id(secret, Labels.DATABASE)
        .filter(id -> new DatabaseNames(id).root().equals(secret.getMetadata().getName()))
        .isPresent();
  }

  private DatabaseObservation of(DatabaseRoot root) {
    Optional<String> endpoint = endpoints.of(root.id());
    DatabaseState state = state(root, endpoint.isPresent());
    String message =
        switch (state) {
          case READY ->
              joined(
                  root.loginProblem(),
                  volumeLossWarning(root),
                  SortOrderAnnotations.message(root.secret()),
                  imageWarning(root),
                  resources(root, SavedResources::message));
          case STOPPED -> resources(root, SavedResources::problem);
          default -> "";
        };
    return new DatabaseObservation(state, root.generation(), endpoint.orElse(""), message);
  }

  /** Warns that the cluster deletes the volume when the pod ends. */
  private String volumeLossWarning(DatabaseRoot root) {
    String claim = DatabaseObjects.claim(root);
    return cluster
        .claims()
        .cache()
        .get(claim)
        .filter(Metadata::isBeingDeleted)
        .map(
            found ->
                "PersistentVolumeClaim %s was deleted: the data is lost when the server stops; create a snapshot or a branch now"
                    .formatted(claim))
        .orElse("");
  }

  /** Temporary clones, which have no names, keep their golden's image. */
  private String imageWarning(DatabaseRoot root) {
    return root.info()
        .filter(
            info ->
                Objects.requireNonNullElse(SavedFacts.of(root.secret()).name(), "").length() > 0)
        .map(info -> images.of(info.type(), info.release()))
        .filter(configured -> !root.build().isOf(configured))
        .map(
            configured ->
                "image %s is configured now; 'POST /v1/databases/{name}/upgrade-image' switches to it"
                    .formatted(configured))
        .orElse("");
  }

  private String resources(DatabaseRoot root, Function<SavedResources, String> message) {
    return joined(SavedResources.of(root.secret()).map(message).orElse(""), volumes.growth(root));
  }

  private static String joined(String... parts) {
    return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
  }

  private DatabaseState state(DatabaseRoot root, boolean hasEndpoint) {
    boolean isTakingOver = root.displaced().isPresent();
    if (root.isBeingDeleted()
        || isTakingOver
        || !hasEndpoint
        || !hasVolume(root)
        || !isGuarded(root)) {
      return DatabaseState.WORKING;
    }
    int replicas = replicas(root);
    if (!root.isToRun()) {
      boolean isDown = replicas == 0 && objects.pod(root.id()).isEmpty();
      return isDown ? DatabaseState.STOPPED : DatabaseState.WORKING;
    }
    boolean isUp =
        replicas == 1
            && objects
                .runningPod(root)
                .filter(PodStates::isReady)
                .flatMap(DatabaseObjects::run)
                .filter(root::isVerifiedIn)
                .isPresent();
    return isUp ? DatabaseState.READY : DatabaseState.WORKING;
  }

  private boolean hasVolume(DatabaseRoot root) {
    return cluster.claims().cache().get(DatabaseObjects.claim(root)).isPresent();
  }

  private boolean isGuarded(DatabaseRoot root) {
    String configuration = root.names().ofGeneration(root.generation());
    return cluster.configMaps().cache().get(configuration).isPresent()
        && cluster.networkPolicies().cache().get(root.names().root()).isPresent();
  }

  private int replicas(DatabaseRoot root) {
    return cluster
        .statefulSets()
        .cache()
        .get(root.names().root())
        .map(V1StatefulSet::getSpec)
        .map(spec -> spec.getReplicas())
        .orElse(-1);
  }
}
