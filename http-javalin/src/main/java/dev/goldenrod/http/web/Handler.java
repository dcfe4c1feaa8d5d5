package dev.goldenrod.http.web;

/** Answers a request by calling a use case. */
@FunctionalInterface
public interface Handler {
  ApiResponse handle(RequestContext request);
}
