package dev.goldenrod.http.testkit;

import dev.goldenrod.http.route.Route;
import java.util.List;
import java.util.stream.Stream;

/** Rows that check the authorization of every non-public route, which precedes all other checks. */
final class AccessRows {
  private static final String NO_ID = "x";
  private static final String NO_BODY = "{";

  private AccessRows() {}

  static List<Row> rows(List<Route> routes) {
    return routes.stream().flatMap(AccessRows::rows).toList();
  }

  private static Stream<Row> rows(Route route) {
    Row anonymous = refused(route, "nobody", 401, "unauthorized");
    return switch (route.access()) {
      case PUBLIC -> Stream.empty();
      case SELF, ACCOUNT -> Stream.of(anonymous);
      case MEMBER, CALLER ->
          route.permission().isChange()
              ? Stream.of(anonymous, refused(route, "vic", 403, "forbidden"))
              : Stream.of(anonymous);
      case OPERATOR, ADMIN -> Stream.of(anonymous, refused(route, "ann", 403, "forbidden"));
    };
  }

  private static Row refused(Route route, String who, int status, String error) {
    String request = route.method() + " " + route.path().replaceAll("\\{\\w+}", NO_ID);
    return Row.refused("", who, request, NO_BODY, status, error);
  }
}
