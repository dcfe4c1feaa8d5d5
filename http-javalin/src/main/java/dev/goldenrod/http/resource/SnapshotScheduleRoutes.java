package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.MEMBER;

import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.SnapshotSchedules;
import dev.goldenrod.database.SnapshotSchedule;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.Body;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Scope;
import java.util.List;

/** Routes of snapshot schedules of databases, also below {@code /api}. */
record SnapshotScheduleRoutes(Databases databases, SnapshotSchedules schedules) {
  private static final String PATH = "/v1/databases/{name}/snapshot-schedule";

  record ScheduleView(String cron, int keep, String nextAt, String message) {
    static ScheduleView of(SnapshotSchedule schedule) {
      return new ScheduleView(
          schedule.cron().toString(),
          schedule.keep(),
          Timestamps.text(schedule.nextAt()),
          schedule.message());
    }
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.SHOWN, Scope.Kind.DATABASE)
        .put(PATH, MEMBER, this::put)
        .get(PATH, MEMBER, this::get)
        .delete(PATH, MEMBER, 204, this::delete)
        .routesAlsoUnder(DatabaseRoutes.ALSO_UNDER);
  }

  private ApiResponse put(RequestContext request) {
    String database = request.name();
    SnapshotSchedules.Put command =
        request.readAfter(
            () -> databases.find(request.actor(), database),
            it -> it.read(SnapshotScheduleRoutes::command));
    return ApiResponse.ok(ScheduleView.of(schedules.put(request.actor(), database, command)));
  }

  private static SnapshotSchedules.Put command(Body body) {
    return SnapshotSchedules.Put.of(body.text("cron"), body.integer("keep"));
  }

  private ApiResponse get(RequestContext request) {
    return ApiResponse.ok(ScheduleView.of(schedules.get(request.actor(), request.name())));
  }

  private void delete(RequestContext request, Idempotency<Boolean> idempotency) {
    schedules.delete(request.actor(), request.name(), idempotency);
  }
}
