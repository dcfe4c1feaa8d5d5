package dev.goldenrod.http.service;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.resource.ResourceRoutes;
import dev.goldenrod.http.route.LongPolls;
import dev.goldenrod.http.route.Route;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** All routes of the API. */
public final class ApiRoutes {
  private ApiRoutes() {}

  /** Returns the service routes and the resource routes; see {@link ResourceRoutes#of}. */
  public static List<Route> of(
      ControlPlane control, ServiceRoutes service, Duration patience, LongPolls polls) {
    return Stream.concat(
            service.routes().stream(), ResourceRoutes.of(control, polls, patience).stream())
        .toList();
  }
}
