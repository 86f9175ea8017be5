#pragma once
/// Makes the test process choose the table actor's event loop before anything can use the actor.
