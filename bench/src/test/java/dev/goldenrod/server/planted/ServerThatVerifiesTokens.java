package dev.goldenrod.server.planted;

import com.nimbusds.jwt.JWT;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public record ServerThatVerifiesTokens(JWT token) {}
