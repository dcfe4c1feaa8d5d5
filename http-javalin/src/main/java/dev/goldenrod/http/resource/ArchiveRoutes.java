package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.ADMIN;
import static dev.goldenrod.http.route.Permission.Access.MEMBER;

import dev.goldenrod.control.Archives;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.member.Scope;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Export of snapshots in parts, and import of archives: {@code /v1/archives}. */
record ArchiveRoutes(Archives archives) {
  /**
   * An archive that is being imported.
   *
   * @param snapshotId golden that was created from the archive; null until it is registered
   * @param version version of that golden; null until it is registered
   */
  record ArchiveView(
      UUID id,
      String status,
      long receivedBytes,
      String message,
      @Nullable UUID snapshotId,
      @Nullable Integer version) {
    static ArchiveView of(
        UUID id, ArchiveObservation seen, Optional<Goldens.RegisteredVersion> version) {
      return new ArchiveView(
          id,
          seen.state().wireName(),
          seen.receivedBytes(),
          seen.message(),
          version.map(Goldens.RegisteredVersion::goldenId).orElse(null),
          version.map(Goldens.RegisteredVersion::version).orElse(null));
    }
  }

  List<Route> routes() {
    List<Route> out =
        new RouteTable(ErrorDetail.SHOWN, Scope.Kind.DATABASE)
            .getSecret("/v1/snapshots/{id}/archive", MEMBER, this::read)
            .routes();
    List<Route> in =
        new RouteTable(ErrorDetail.SHOWN)
            .get("/v1/archives/{id}", ADMIN, this::find)
            .put("/v1/archives/{id}", ADMIN, this::append)
            .put("/v1/archives/{id}/golden", ADMIN, this::register)
            .routes();
    return Stream.concat(out.stream(), in.stream()).toList();
  }

  private ApiResponse read(RequestContext request) {
    ArchivePart part = archives.read(request.actor(), request.id(), request.queryInt("part", 0));
    return ApiResponse.ok(new ApiResponse.Binary("application/gzip", part.bytes()))
        .with("Archive-Parts", Integer.toString(part.parts()));
  }

  private ApiResponse find(RequestContext request) {
    UUID id = request.id();
    Archives.Arrival found = archives.find(request.actor(), cluster(request), id);
    return ApiResponse.ok(ArchiveView.of(id, found.archive(), found.version()));
  }

  private ApiResponse append(RequestContext request) {
    UUID id = request.id();
    ArchiveObservation seen =
        archives.append(
            request.actor(), cluster(request), id, request.queryLong("offset", 0), request.bytes());
    return ApiResponse.ok(ArchiveView.of(id, seen, Optional.empty()));
  }

  private ApiResponse register(RequestContext request) {
    UUID id = request.id();
    String name = request.read(body -> body.text("name"));
    Archives.Arrival arrival = archives.register(request.actor(), cluster(request), id, name);
    ArchiveView view = ArchiveView.of(id, arrival.archive(), arrival.version());
    return arrival.version().isPresent() ? ApiResponse.created(view) : ApiResponse.accepted(view);
  }

  private static String cluster(RequestContext request) {
    return request.query("cluster").orElse("");
  }
}
