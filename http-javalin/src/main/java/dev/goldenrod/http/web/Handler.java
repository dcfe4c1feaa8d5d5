package dev.goldenrod.http.web;

/** Answers a request by calling a use case. */
@FunctionalInterface
public interface Handler {
  Answer handle(Call call);
}
