package catalog

import "moyo/engine"

// NewAnalyst returns an engine that analyzes every game at full strength, each with the engine that [Analysts] names.
func NewAnalyst(opt EngineOptions) engine.Engine {
	return newByGame("analyst", opt, func(e *entry) (engine.Engine, error) { return NewEngine(e.analyst, opt) })
}
